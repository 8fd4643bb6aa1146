import { expect, test, vi } from 'vitest'
import { sampleQuestion } from '../../testing/samples.ts'
import { saveRun, takeSavedRun } from './saved-run.ts'

const questions = ['a', 'b', 'c'].map((id) => sampleQuestion({ id }))
const [first] = questions as [ReturnType<typeof sampleQuestion>]
const answer = {
  question: first,
  selected: ['a'],
  isCorrect: false,
  correctOptionIds: ['b'],
  explanation: 'Why.',
  feedback: new Map([['a', 'Not quite.']]),
  points: 0,
  timeSpent: 3,
  moments: [],
}

test('a session that was left resumes after its last answer, once, and only for the same settings', () => {
  saveRun({ choice: 'free', questions, answers: [answer], position: 0 })
  expect(takeSavedRun('free')).toMatchObject({ questions, answers: [answer], position: 1 })
  expect(takeSavedRun('free')).toBeUndefined()
  saveRun({ choice: 'free', questions, answers: [answer], position: 1 })
  expect(takeSavedRun('another')).toBeUndefined()
})

test('after half an hour a new session starts', () => {
  saveRun({ choice: 'free', questions, answers: [], position: 2 })
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 31 * 60_000)
  expect(takeSavedRun('free')).toBeUndefined()
  vi.restoreAllMocks()
})
