import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noCounters } from './counters.ts'
import { answerStep, isStepEarned, regradeStep, type StepProgress, sinceReset } from './steps.rules.ts'

const ids = ['a', 'b', 'c', 'd', 'e']
const stepOf = (questionIds: readonly string[]): StepProgress => ({
  pathId: 'css',
  stepId: 'grid',
  answers: new Map(questionIds.map((id) => [id, null])),
})
type Answer = { id: string; at: number; isCorrect: boolean }
const answers = fc.array(
  fc.record({ id: fc.constantFrom(...ids, 'elsewhere'), at: fc.nat(20), isCorrect: fc.boolean() }),
  { maxLength: 40 },
)
const after = (given: readonly Answer[], step = stepOf(ids)) =>
  given.reduce((step, { id, ...answer }) => answerStep(step, id, answer), step)

test('is earned exactly when each question has an answer and 80 % of the latest answers are correct', () => {
  fc.assert(
    fc.property(answers, (given) => {
      const latest = ids.map((id) => {
        const own = given.filter((answer) => answer.id === id)
        const last = Math.max(...own.map(({ at }) => at))
        return own.length === 0 ? null : own.every(({ at, isCorrect }) => at < last || isCorrect)
      })
      const expected = !latest.includes(null) && latest.filter(Boolean).length >= 4
      expect(isStepEarned(after(given))).toBe(expected)
    }),
  )
})

test('doesn’t depend on the order in which answers arrive', () => {
  fc.assert(
    fc.property(
      answers.chain((given) =>
        fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length })),
      ),
      ([given, shuffled]) => {
        expect(after(shuffled)).toEqual(after(given))
      },
    ),
  )
})

test.each([
  [4, 5, true],
  [3, 4, false],
  [8, 10, true],
  [7, 9, false],
  [1, 1, true],
])('%d of %d correct: %s', (correct, count, isEarned) => {
  const questions = Array.from({ length: count }, (_, n) => `q${n}`)
  const given = questions.map((id, n) => ({ id, at: n, isCorrect: n < correct }))
  expect(isStepEarned(after(given, stepOf(questions)))).toBe(isEarned)
})

test('isn’t earned without questions', () => {
  expect(isStepEarned(stepOf([]))).toBe(false)
})

test('counts a regrade for the latest answer alone', () => {
  const step = after([
    { id: 'a', at: 1, isCorrect: false },
    { id: 'a', at: 2, isCorrect: false },
  ])
  expect(regradeStep(step, 'a', { at: 1, isCorrect: true })).toBe(step)
  expect(regradeStep(step, 'a', { at: 2, isCorrect: true }).answers.get('a')).toEqual({
    at: 2,
    isCorrect: true,
  })
})

test('ignores answers from before a reset of the path or of everything', () => {
  const at = (second: number) => new Date(second * 1_000).toISOString()
  const step = after([
    { id: 'a', at: 5_000, isCorrect: true },
    { id: 'b', at: 9_000, isCorrect: true },
  ])
  const answered = (resets: Record<string, string>) =>
    [...sinceReset(step, { ...noCounters, resets }).answers].flatMap(([id, answer]) => (answer ? [id] : []))
  expect(answered({})).toEqual(['a', 'b'])
  expect(answered({ css: at(5) })).toEqual(['b'])
  expect(answered({ html: at(100), '': at(9) })).toEqual([])
})
