import { expect, test } from 'vitest'
import { newAnswer, newAnswering } from '../testing/answer-key.ts'
import { type AnswerStore, answerRecorder } from './save-answers.ts'

const now = new Date('2026-11-21T12:00:00Z')
const answer = (learnerId: string, answerId: string) =>
  newAnswer({ learnerId, answerId, answeredAt: now, receivedAt: now })

/**
 * Records how many answers of each learner a transaction commits. `whileCommitting` gets the transaction's number,
 * from 1.
 */
function countingStore(whileCommitting: (number: number) => void = () => {}) {
  const commits: Record<string, number>[] = []
  const store: AnswerStore = {
    load: async (answers) => {
      commits.push(
        Object.fromEntries(
          [...Map.groupBy(answers, ({ learnerId }) => learnerId)].map(([id, of]) => [id, of.length]),
        ),
      )
      return newAnswering(answers)
    },
    commit: async () => {
      whileCommitting(commits.length)
    },
  }
  return { commits, store }
}

const fetchQuestion = async () => false

test('commits a single save before batches queued earlier, after the transaction in progress', async () => {
  let saved: Promise<unknown> | undefined
  let commitsUntilSaved = 0
  const { commits, store } = countingStore((number) => {
    if (number === 1) {
      saved = take(answer('bob', 'single')).then(() => {
        commitsUntilSaved = commits.length
      })
    }
  })
  const take = answerRecorder({ store, fetchQuestion })
  const batches = Array.from({ length: 1_500 }, (_, index) => take(answer('mallory', `batch ${index}`), true))
  await Promise.all(batches)
  await saved
  expect(commitsUntilSaved).toBe(2)
  expect(commits[1]).toEqual({ bob: 1, mallory: 50 })
  expect(commits).toHaveLength(30)
})

test('limits how long a learner’s batches wait for another learner’s', async () => {
  const { commits, store } = countingStore()
  const take = answerRecorder({ store, fetchQuestion })
  const answers = (learnerId: string, count: number) =>
    Array.from({ length: count }, (_, index) => take(answer(learnerId, `${index}`), true))
  await Promise.all([...answers('mallory', 1_500), ...answers('bob', 100)])
  expect(commits.slice(0, 4)).toEqual(Array(4).fill({ mallory: 25, bob: 25 }))
  expect(commits.slice(4).flatMap(Object.keys)).not.toContain('bob')
})

test('saves batches next to any number of single saves, without using their capacity', async () => {
  const { commits, store } = countingStore()
  const take = answerRecorder({ store, fetchQuestion })
  const settled = Promise.allSettled([
    ...Array.from({ length: 5_001 }, (_, index) => take(answer('mallory', `batch ${index}`), true)),
    ...Array.from({ length: 1_000 }, (_, index) => take(answer(`learner ${index}`, 'single'))),
  ])
  const outcomes = await settled
  expect(outcomes.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual([5_000])
  // The single saves took three transactions, and each one also committed part of the batches.
  expect(commits.slice(0, 3).map((commit) => commit.mallory)).toEqual([50, 50, 50])
  expect(commits.slice(3).flatMap(Object.keys)).not.toContain('learner 999')
})
