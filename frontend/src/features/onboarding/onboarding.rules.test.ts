import { expect, test } from 'vitest'
import { type Answers, answersOf, levelOf, pathFor } from './onboarding.rules.ts'

const answers = (part: Partial<Answers>): Answers => ({
  goal: 'job',
  role: 'frontend',
  date: '',
  topic: '',
  level: 'beginner',
  minutes: 20,
  ...part,
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

test('a learner’s answers are those of their settings and their interview', () => {
  const preferences = { dailyGoal: 13, difficultyPreference: 'advanced' } as const
  expect(answersOf(answers({}), preferences, undefined)).toEqual(answers({ level: 'advanced', minutes: 20 }))
  // A daily goal that the setup doesn't offer says nothing about minutes.
  expect(answersOf(answers({}), { ...preferences, dailyGoal: 10 }, undefined).minutes).toBe(20)
  const interview = {
    date: '2026-12-27',
    minutesPerDay: 45,
    track: { role: 'react', level: 'mid' },
  } as const
  expect(answersOf(answers({ goal: 'topic' }), preferences, interview)).toEqual(
    answers({ role: 'react', date: '2026-12-27', level: 'intermediate', minutes: 30 }),
  )
  expect(answersOf(answers({}), undefined, undefined)).toEqual(answers({}))
})
