import fc from 'fast-check'
import { expect, test } from 'vitest'
import { partsOf, type TodayInput } from './today.rules.ts'

const minutesPer = { question: 1.5, card: 0.5 }
const lesson = (at: number) => ({
  ...{ kind: 'lesson' as const, pathId: 'css', stepId: `step-${at}`, title: `Step ${at}`, minutes: 5 },
})
const challenge = (at: number) => ({
  ...{ kind: 'challenge' as const, title: `Challenge ${at}`, minutes: 15, to: `/coding/challenge-${at}` },
})
const lessons = fc.nat(3).map((count) => Array.from({ length: count }, (_, at) => lesson(at)))
const plan = fc.record({ target: fc.integer({ min: 1, max: 20 }), id: fc.nat(9) }).chain(({ target, id }) =>
  fc.nat(target - 1).map((done) => ({
    ...{ planId: `plan-${id}`, name: 'Plan', day: 1, duration: 3, target, done, percent: 10 },
  })),
)
const inputs: fc.Arbitrary<TodayInput> = fc.record({
  interview: fc.option(
    fc.record({
      date: fc.constant('2026-12-01'),
      minutesPerDay: fc.integer({ min: 5, max: 60 }),
      activities: fc.nat(3).map((count) => Array.from({ length: count }, (_, at) => challenge(at))),
      lessons,
      questions: fc.nat(30),
      cards: fc.nat(40),
      room: fc.double({ min: -30, max: 60, noNaN: true }),
    }),
  ),
  due: fc.integer({ min: 40, max: 60 }),
  plans: fc.uniqueArray(plan, { maxLength: 3, selector: ({ planId }) => planId }),
  course: fc.option(
    fc.record({
      ...{
        pathId: fc.constant('react'),
        name: fc.constant('React'),
        stepId: fc.constantFrom(null, 'step-1'),
      },
      lesson: fc.option(fc.constant(lesson(1))),
      questions: fc.nat(12),
    }),
  ),
  goal: fc.record({ target: fc.integer({ min: 1, max: 30 }), done: fc.nat(40) }),
  available: fc.nat(30),
  minutesPer: fc.constant(minutesPer),
})

test('every part has something to do, and the daily goal asks for what the others leave of it', () => {
  fc.assert(
    fc.property(inputs, (input) => {
      const { interview, plans, goal, available, due } = input
      const parts = partsOf(input)
      const by = (reason: string) => parts.filter(({ why }) => why.by === reason)
      for (const { count, minutes, kind } of parts) {
        expect(count).toBeGreaterThan(0)
        if (kind === 'questions' || kind === 'cards')
          expect(minutes).toBeCloseTo(count * minutesPer[kind === 'cards' ? 'card' : 'question'])
      }
      expect(new Set(parts.map(({ to }) => to)).size).toBe(parts.length)
      const [cards] = by('cards')
      expect(cards?.count ?? 0).toBe(interview?.cards ?? due)
      if (cards && cards.count < due) expect(cards.to).toContain('scope=today')
      expect(by('plan')).toHaveLength(available === 0 ? 0 : plans.length)
      const questions = parts.reduce((sum, { kind, count }) => sum + (kind === 'questions' ? count : 0), 0)
      if (interview === null) {
        // Nothing is left only if the goal is reached.
        expect(questions).toBeGreaterThanOrEqual(Math.min(goal.target - goal.done, available))
      } else {
        expect(by('course')).toEqual([])
        const [rest] = by('goal')
        expect(rest?.minutes ?? 0).toBeLessThanOrEqual(Math.max(0, interview.room) + 1e-6)
      }
      if (by('goal').length > 0) expect(questions + goal.done).toBeLessThanOrEqual(goal.target)
    }),
    { numRuns: 2_000 },
  )
})

test('an interview comes first, and the course waits; without one, its next step does', () => {
  const input: TodayInput = {
    interview: {
      date: '2026-12-01',
      minutesPerDay: 30,
      activities: [challenge(0)],
      lessons: [lesson(0)],
      questions: 4,
      cards: 8,
      room: 3,
    },
    due: 12,
    plans: [{ planId: 'p', name: 'Plan', day: 2, duration: 3, target: 5, done: 3, percent: 40 }],
    course: { pathId: 'react', name: 'React', stepId: 'step-1', lesson: lesson(1), questions: 6 },
    goal: { target: 20, done: 0 },
    available: 20,
    minutesPer,
  }
  const linesOf = (given: TodayInput) =>
    partsOf(given).map(({ why, count, to }) => `${why.by} ${count} ${to}`)
  expect(linesOf(input)).toEqual([
    'interview 1 /coding/challenge-0',
    'interview 1 /learning-paths/css/step-0',
    'interview 4 /questions?mode=interview',
    'cards 8 /flashcards?scope=today',
    'plan 2 /questions?plan=p',
    'goal 2 /questions',
  ])
  expect(linesOf({ ...input, interview: null })).toEqual([
    'course 1 /learning-paths/css/step-1',
    'course 6 /questions?learningPath=react&step=step-1',
    'plan 2 /questions?plan=p',
    'cards 12 /flashcards',
    'goal 12 /questions',
  ])
  expect(linesOf({ ...input, interview: null, goal: { target: 5, done: 5 } })).toEqual([
    'plan 2 /questions?plan=p',
    'cards 12 /flashcards',
  ])
})
