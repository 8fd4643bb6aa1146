import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'
import { removeAnswers } from '../../shared/offline/answer-queue.ts'
import { saveVisitorAnswer, VISITOR, visitorAnswers } from '../../shared/offline/visitor-answers.ts'
import { fakeNetwork } from '../../testing/fake-network.ts'
import { sampleQuestion } from '../../testing/samples.ts'
import { selectQuestions } from './select-questions.ts'

const bank = Array.from({ length: 150 }, (_, at) => sampleQuestion({ id: `q${at}` }))
const day = 24 * 60 * 60 * 1_000

beforeEach(async () => removeAnswers((await visitorAnswers()).map(({ answerId }) => answerId)))

async function answer(questionId: string, isCorrect: boolean, age = 0) {
  const answeredAt = new Date(Date.now() - age).toISOString()
  const given = { userId: VISITOR, questionId, selectedOptionIds: ['a'], timeSpent: 3, answeredAt }
  await saveVisitorAnswer({ answerId: crypto.randomUUID(), ...given }, 'A question', isCorrect)
}

/** The draw has the first questions of the bank, as if by chance. */
function select(from = bank, count = 20) {
  const calls = fakeNetwork({
    'GET /api/questions/unified': ({ query }) => {
      const size = Number(query.get('count') ?? query.get('pageSize'))
      const offset = (Number(query.get('page') ?? 1) - 1) * size
      return {
        success: true,
        data: from.slice(offset, offset + size),
        pagination: { totalCount: from.length },
      }
    },
  })
  const selection = { seed: 's', uid: null, signal: new AbortController().signal }
  return selectQuestions({ filters: {}, count }, selection).then((questions) => ({
    ids: questions.map(({ id }) => id),
    calls,
  }))
}

test('a visitor gets the promised number of unseen questions, with a single request if all drawn ones are', async () => {
  await answer('q140', true)
  const { ids, calls } = await select()
  expect(ids).toEqual(bank.slice(0, 20).map(({ id }) => id))
  expect(calls).toHaveLength(1)
})

test('answered questions are replaced, however many pages it takes', async () => {
  for (let at = 0; at < 125; at += 1) await answer(`q${at}`, at % 2 === 0)
  const { ids } = await select()
  expect(ids).toEqual(bank.slice(125, 145).map(({ id }) => id))
})

test('once nothing else is left, missed questions come first, then those answered correctly', async () => {
  const few = bank.slice(0, 5)
  await answer('q0', true)
  await answer('q1', true)
  await answer('q2', false)
  await answer('q1', false)
  await answer('q3', true, 7 * day + 1_000)
  const { ids } = await select(few, 4)
  expect(ids.slice(0, 2)).toEqual(['q3', 'q4'])
  expect(ids.slice(2)).toEqual(['q1', 'q2'])
  expect((await select(few)).ids.at(-1)).toBe('q0')
})
