import { expect, test } from 'vitest'
import { type Answers, levelOf, pathFor, planDaysFor } from './onboarding.rules.ts'

const answers = (part: Partial<Answers>): Answers => ({
  goal: 'job',
  date: '',
  topic: '',
  level: 'beginner',
  minutes: 20,
  ...part,
})

test.each([
  ['2026-03-28', 1],
  ['2026-03-29', 1],
  // In Berlin, daylight saving time starts on the 29th.
  ['2026-03-31', 3],
  ['2026-04-04', 7],
  ['2026-04-05', null],
  ['', null],
])('an interview on %s, as of 2026-03-28, gets a plan of %s days', (date, days) => {
  expect(planDaysFor(answers({ date }), '2026-03-28')).toBe(days)
})

test('only an interview date gets a plan', () => {
  expect(planDaysFor(answers({ goal: 'fundamentals', date: '2026-03-29' }), '2026-03-28')).toBeNull()
})

test('the path follows from goal and level, or is the chosen one', () => {
  const paths = ['html-practice', 'frontend-basics', 'system-design'].map((id) => ({ id }))
  expect(pathFor(answers({ goal: 'fundamentals' }), paths)).toBe('frontend-basics')
  expect(pathFor(answers({ level: 'advanced' }), paths)).toBe('system-design')
  expect(pathFor(answers({ goal: 'topic', topic: 'html-practice' }), paths)).toBe('html-practice')
  expect(pathFor(answers({ goal: 'fundamentals', level: 'advanced' }), paths)).toBe('html-practice')
})

test.each([
  [0, 'beginner'],
  [2, 'beginner'],
  [3, 'intermediate'],
  [4, 'intermediate'],
  [5, 'advanced'],
  [6, 'advanced'],
])('%i of six correct answers mean the level %s', (correct, level) => {
  expect(levelOf(correct)).toBe(level)
})
