import type { AnswerSubmittedData } from '@rehearse/contracts'
import { DomainError } from '@rehearse/contracts/errors'
import { describe, expect, test } from 'vitest'
import { answerEventId, type LearnerWrite } from '../learner-store/commit-learners.ts'
import { newAnswer, newAnswering } from '../testing/answer-key.ts'
import { type AnswerStore, type NewAnswer, type SavedAnswer, saveAnswers } from './save-answers.ts'

const now = new Date('2026-11-21T12:00:00Z')
const answer = (learnerId: string, answerId: string) =>
  newAnswer({ learnerId, answerId, answeredAt: now, receivedAt: now })

/** An in-memory AnswerStore that collects writes and loses the first `lostRaces` commits. */
function memoryStore({ lostRaces = 0, isErased = false } = {}): AnswerStore & { written: LearnerWrite[][] } {
  const written: LearnerWrite[][] = []
  let races = lostRaces
  return {
    written,
    load: async (answers) => newAnswering(answers, { isErased }),
    commit: async (writes) => {
      if (races-- > 0)
        throw new DomainError({ kind: 'conflict', code: 'expected_version_mismatch', message: '' })
      written.push([...writes])
    },
  }
}

/** Saves answers that are all expected to be accepted. */
async function saveAll(store: AnswerStore, answers: readonly NewAnswer[]): Promise<SavedAnswer[]> {
  return (await saveAnswers(store, answers)).map((saved) => {
    if (saved instanceof DomainError) throw saved
    return saved
  })
}

describe('saveAnswers', () => {
  test('appends to one stream per learner, in the order of the answers', async () => {
    const store = memoryStore()
    const saved = await saveAll(store, [answer('ada', 'a1'), answer('bob', 'b1'), answer('ada', 'a2')])
    expect(
      store.written[0]?.map((write) => [
        write.learner.learnerId,
        write.events.map((event) => (event.data as AnswerSubmittedData).attempt),
      ]),
    ).toEqual([
      ['ada', [1, 2]],
      ['bob', [1]],
    ])
    expect(saved.map((one) => one.answer.answerId)).toEqual(['a1', 'b1', 'a2'])
  })

  test('counts an answer that occurs twice in a batch once and returns its result for both', async () => {
    const store = memoryStore()
    const saved = await saveAll(store, [answer('ada', 'a1'), answer('ada', 'a1')])
    expect(store.written[0]?.[0]?.events).toHaveLength(1)
    expect(saved[0]?.progressId).toBe(saved[1]?.progressId)
    expect(saved[1]?.answer.attempt).toBe(1)
  })

  test('retries a lost race a limited number of times', async () => {
    await expect(saveAnswers(memoryStore({ lostRaces: 4 }), [answer('ada', 'a1')])).resolves.toHaveLength(1)
    await expect(saveAnswers(memoryStore({ lostRaces: 5 }), [answer('ada', 'a1')])).rejects.toMatchObject({
      code: 'expected_version_mismatch',
    })
  })

  test('rejects an erased learner', async () => {
    expect(await saveAnswers(memoryStore({ isErased: true }), [answer('ada', 'a1')])).toMatchObject([
      { kind: 'gone', code: 'account_erased' },
    ])
  })

  test('rejects an unknown question and saves the other answers', async () => {
    const foreign = { ...answer('ada', 'a1'), questionId: '018f0000-0000-7000-8000-00000000000f' }
    const store = memoryStore()
    const saved = await saveAnswers(store, [answer('ada', 'a1'), foreign, answer('ada', 'a2')])
    expect(saved[1]).toMatchObject({ code: 'question_not_found' })
    expect(store.written[0]?.[0]?.events).toHaveLength(2)
  })
})

test('derives an event id from learner and answer alone', () => {
  const id = answerEventId('ada', 'AAAAAAAA-0000-4000-8000-000000000001')
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(answerEventId('ada', 'aaaaaaaa-0000-4000-8000-000000000001')).toBe(id)
  expect(answerEventId('bob', 'aaaaaaaa-0000-4000-8000-000000000001')).not.toBe(id)
})
