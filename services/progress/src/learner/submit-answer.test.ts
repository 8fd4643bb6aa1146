import { describe, expect, test } from 'vitest'
import { answerKey } from '../testing/answer-key.ts'
import { type AnswerSubmitted, answering, type SubmitAnswer } from './submit-answer.ts'

const key = answerKey({ version: 2, learningPath: 'javascript-deep-dive' })
const now = new Date('2026-11-21T12:00:00Z')
const order: SubmitAnswer = {
  answerId: '00000000-0000-4000-8000-000000000001',
  learnerId: 'ada',
  given: { selectedOptionIds: ['a'] },
  key,
  timeSpent: 12,
  attempts: undefined,
  section: undefined,
  learningPath: undefined,
  learningMode: 'free-style',
  planId: undefined,
  sessionId: undefined,
  timeZone: 'Europe/Berlin',
  answeredAt: now,
  receivedAt: now,
}
const minutes = (count: number) => new Date(now.getTime() + count * 60_000)

const given = (...events: AnswerSubmitted[]) => ({
  when: (command: SubmitAnswer) =>
    answering.decide(command, events.reduce(answering.evolve, answering.initialState)),
})
const [firstAnswer] = given().when(order) as [AnswerSubmitted]

describe('answering', () => {
  test('records a first answer as an event', () => {
    expect(firstAnswer.data).toMatchObject({
      isCorrect: true,
      graded: 'server',
      questionVersion: 2,
      attempt: 1,
      category: 'JavaScript',
      section: 'JavaScript',
      learningPath: 'javascript-deep-dive',
      timeZone: 'Europe/Berlin',
    })
  })

  test('ignores a repeated answer, even if its content differs', () => {
    expect(given(firstAnswer).when({ ...order, given: { selectedOptionIds: ['b'] } })).toEqual([])
  })

  test('counts another answer to the same question as the second attempt', () => {
    const again = { ...order, answerId: '00000000-0000-4000-8000-000000000002' }
    expect(given(firstAnswer).when(again)[0]?.data.attempt).toBe(2)
  })

  test('accepts a higher attempt number from the client, never a lower one', () => {
    const again = { ...order, answerId: '00000000-0000-4000-8000-000000000002' }
    expect(given(firstAnswer).when({ ...again, attempts: 5 })[0]?.data.attempt).toBe(5)
    expect(given(firstAnswer).when({ ...again, attempts: 1 })[0]?.data.attempt).toBe(2)
  })

  test('rejects an answer id that was used for another question', () => {
    const other = { ...order, key: { ...key, questionId: '018f0000-0000-7000-8000-000000000002' } }
    expect(() => given(firstAnswer).when(other)).toThrow(
      expect.objectContaining({ code: 'answer_id_reused' }),
    )
  })

  test('uses difficulty, category and path of the key, not of the request', () => {
    const [event] = given().when({ ...order, learningPath: 'elsewhere', section: 'Closures' })
    expect(event?.data).toMatchObject({
      learningPath: 'javascript-deep-dive',
      difficulty: 'intermediate',
      category: 'JavaScript',
      section: 'Closures',
    })
  })

  test.each([
    ['slightly in the future', 5],
    ['29 days ago', -29 * 24 * 60],
  ])('accepts an answer given %s', (_when, offset) => {
    expect(given().when({ ...order, answeredAt: minutes(offset) })).toHaveLength(1)
  })

  test.each([
    ['in the future', 6],
    ['31 days ago', -31 * 24 * 60],
  ])('rejects an answer given %s', (_when, offset) => {
    expect(() => given().when({ ...order, answeredAt: minutes(offset) })).toThrow(
      expect.objectContaining({ code: 'unbelievable_time' }),
    )
  })

  test('ignores unknown events', () => {
    const unknown = { type: 'CardReviewed', data: {} } as unknown as AnswerSubmitted
    expect(answering.evolve(answering.initialState, unknown)).toBe(answering.initialState)
  })
})
