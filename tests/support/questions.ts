import { randomUUID } from 'node:crypto'
import type { Question, QuestionInput } from '@rehearse/contracts'
import { type Call, type Learner, superAdmin } from './client.ts'

/** A question with a unique title, as an admin would send it. */
function questionBody(changes: Partial<QuestionInput> = {}): Record<string, unknown> {
  return {
    title: `What does this print? ${randomUUID()}`,
    content: '```js\nconsole.log(typeof null)\n```',
    type: 'single',
    difficulty: 'medium',
    options: [
      { text: '`"null"`', isCorrect: false, feedback: 'null has no type name of its own.' },
      { text: '`"object"`', isCorrect: true },
    ],
    explanation: 'The tag of objects was zero, and so was null.',
    category: 'JavaScript',
    ...changes,
  }
}

/** A question that an admin has just created. */
export async function newQuestion(changes: Partial<QuestionInput> = {}): Promise<Question> {
  const asAdmin = await superAdmin()
  const { status, body } = await asAdmin<{ data: Question }>('/api/questions/unified', {
    body: questionBody(changes),
  })
  if (status !== 201) throw new Error(`creating a question returned ${status}: ${JSON.stringify(body)}`)
  return body.data
}

/** A correct answer to a question, or an incorrect one if asked for. */
export function answerTo(question: Question, { right = true } = {}): Record<string, unknown> {
  const chosen = question.options.filter((option) => option.isCorrect === right)
  return {
    answerId: randomUUID(),
    questionId: question.id,
    questionVersion: question.version,
    selectedOptionIds: (right ? chosen : chosen.slice(0, 1)).map((option) => option.id),
    timeSpent: 7,
    timeZone: 'Europe/Berlin',
  }
}

export async function saveAnswer(call: Call, question: Question, { right = true } = {}): Promise<void> {
  const { status } = await call('/api/progress/save', { body: answerTo(question, { right }) })
  if (status !== 200) throw new Error(`saving an answer returned ${status}`)
}

/** The number of a learner's answers that the server has saved. */
export const recordedAnswers = async ({ call }: Learner): Promise<number> =>
  (await call<{ progress: { totalQuestions: number } }>('/api/progress/get')).body.progress.totalQuestions

/** A new path with one question. @returns the address that practices it */
export async function practiceOfOne(changes: Partial<QuestionInput> = {}): Promise<string> {
  const id = await newPath()
  await newQuestion({ learningPath: id, title: `One question ${randomUUID()}`, ...changes })
  return `/questions?learningPath=${id}`
}

/** A new learning path. @returns its id */
export async function newPath(): Promise<string> {
  const id = `path-${randomUUID()}`
  const asAdmin = await superAdmin()
  const { status } = await asAdmin('/api/learning-paths', { body: { id, title: id } })
  if (status !== 201) throw new Error(`creating a path returned ${status}`)
  return id
}
