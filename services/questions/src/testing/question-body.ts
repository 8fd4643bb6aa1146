import { randomUUID } from 'node:crypto'

/** Text that no visitor may ever read; tests search responses for it. */
export const secret = 'the-secret-of-the-explanation'
export const secretFeedback = 'the-secret-of-the-feedback'

/** A unique question as an admin sends it. */
export const questionBody = (changes: object = {}) => ({
  title: `What does this print? ${randomUUID()}`,
  content: 'console.log(typeof null)',
  type: 'single',
  difficulty: 'easy',
  options: [
    { text: 'null', isCorrect: false, feedback: secretFeedback },
    { text: 'object', isCorrect: true },
  ],
  explanation: `Because of ${secret}.`,
  category: 'General',
  tags: ['es5', 'types'],
  ...changes,
})

/** A row of a bulk import. */
export const questionRow = (changes: object = {}) => {
  const { explanation: _, type: _type, ...row } = questionBody()
  return { ...row, ...changes }
}
