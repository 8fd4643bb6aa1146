import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answerEvent } from '../testing/answer-event.ts'
import type { Badge } from './badges.ts'
import { addDays, type Day } from './days.ts'
import { type DerivedEvent, derive } from './derived-events.ts'
import type { LearnerEvent } from './events.ts'
import { type Learner, newLearner } from './state.ts'
import { freezeDays, streakOfDays } from './streak.ts'

const at = new Date('2026-11-21T12:00:00Z')
const firstDay = '2026-01-01'

const answerOn = (day: Day, changes: Parameters<typeof answerEvent>[0] = {}): LearnerEvent => ({
  type: 'AnswerSubmitted',
  data: answerEvent({ answeredAt: `${day}T12:00:00.000Z`, ...changes }).data,
})

const atNoon = (day: Day) => {
  const moment = { at: Date.parse(`${day}T12:00:00.000Z`), timeZone: 'UTC' }
  return { first: moment, last: moment }
}

/** Applies events in sequence; returns their derived events in order. */
function live(
  events: readonly LearnerEvent[],
  badges: readonly Badge[] = [],
  from: Learner = newLearner('ada'),
) {
  let learner = from
  const followed: DerivedEvent[] = []
  for (const event of events) {
    const outcome = derive(learner, event, badges, at)
    learner = outcome.learner
    followed.push(...outcome.derivedEvents)
  }
  return { learner, followed: followed.map(({ event }) => event) }
}

const freezesOf = (events: readonly LearnerEvent[]) =>
  events.flatMap((event) =>
    event.type.startsWith('StreakFreeze') && 'day' in event.data
      ? [`${event.type.slice(12)} ${event.data.day}`]
      : [],
  )
const daysInARow = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => answerOn(addDays(firstDay, from + n)))

describe('freezes', () => {
  test('are earned every seventh day, two at most', () => {
    const { learner, followed } = live(daysInARow(0, 28))
    expect(freezesOf(followed)).toEqual(['Earned 2026-01-07', 'Earned 2026-01-14'])
    expect(learner.state.streak).toMatchObject({ current: 28, freezes: 2 })
  })

  test('bridge exactly one missed day automatically, without adding to the streak', () => {
    const { learner, followed } = live([...daysInARow(0, 7), answerOn('2026-01-09')])
    expect(freezesOf(followed)).toEqual(['Earned 2026-01-07', 'Spent 2026-01-08'])
    expect(learner.state.streak).toMatchObject({ current: 8, freezes: 0 })
  })

  test('aren’t spent on two missed days, which break the streak', () => {
    const { learner, followed } = live([...daysInARow(0, 14), answerOn('2026-01-17')])
    expect(freezesOf(followed)).toEqual(['Earned 2026-01-07', 'Earned 2026-01-14'])
    expect(learner.state.streak).toMatchObject({ current: 1, longest: 14, freezes: 2 })
  })

  test('are returned when a late answer fills the day that one was spent on', () => {
    const { learner, followed } = live([...daysInARow(0, 7), answerOn('2026-01-09'), answerOn('2026-01-08')])
    expect(freezesOf(followed).slice(2)).toEqual(['Returned 2026-01-08'])
    expect(learner.state.streak).toMatchObject({ current: 9, freezes: 1 })
  })

  test('move with the seventh day when a late answer moves it', () => {
    const { learner, followed } = live([...daysInARow(1, 7), answerOn(firstDay)])
    expect(freezesOf(followed)).toEqual(['Earned 2026-01-08', 'Withdrawn 2026-01-08', 'Earned 2026-01-07'])
    expect(learner.state.streak).toMatchObject({ current: 8, freezes: 1 })
  })

  const month = Array.from({ length: 35 }, (_, offset) => addDays(firstDay, offset))
  // Sparse days, and dense ones with a few gaps: learners earn freezes when they answer nearly every day.
  const days = fc.oneof(
    fc.shuffledSubarray(month, { minLength: 1 }),
    fc.shuffledSubarray(month, { minLength: 28 }),
  )

  test('give the same streak in any order of answers, and changes that add up to the ledger', () => {
    fc.assert(
      fc.property(days, (active) => {
        const { learner, followed } = live(active.map((day) => answerOn(day)))
        const { streak } = learner.state
        const days = new Map(active.map((day) => [day, atNoon(day)]))
        expect(streak).toEqual(streakOfDays(days))
        expect(streak.current).toBeLessThanOrEqual(streak.longest)
        const held = { earned: new Set<Day>(), spent: new Set<Day>() }
        for (const move of freezesOf(followed)) {
          const [kind, day] = move.split(' ') as [string, Day]
          if (kind === 'Earned') held.earned.add(day)
          if (kind === 'Withdrawn') held.earned.delete(day)
          if (kind === 'Spent') held.spent.add(day)
          if (kind === 'Returned') held.spent.delete(day)
        }
        expect(held).toEqual(freezeDays(days))
        expect(streak.freezes).toBe(held.earned.size - held.spent.size)
        expect(streak.freezes).toBeGreaterThanOrEqual(0)
        expect(streak.freezes).toBeLessThanOrEqual(2)
        expect(learner.state.counters.days.active).toBe(new Set(active).size)
      }),
    )
  })
})

test('travels across the date line give the same streak and freezes in any order of answers', () => {
  const zones = ['Pacific/Honolulu', 'Pacific/Auckland', 'Pacific/Kiritimati', 'UTC']
  const answer = fc.record({
    at: fc
      .integer({ min: 0, max: 40 * 8 })
      .map((step) => new Date(Date.UTC(2026, 0, 1) + step * 3 * 3_600_000)),
    timeZone: fc.constantFrom(...zones),
  })
  fc.assert(
    fc.property(
      fc.array(answer, { minLength: 2, maxLength: 80 }),
      fc.infiniteStream(fc.nat()),
      (answers, random) => {
        const events = answers.map(
          ({ at, timeZone }): LearnerEvent => ({
            type: 'AnswerSubmitted',
            data: answerEvent({ answeredAt: at.toISOString(), timeZone }).data,
          }),
        )
        const mixed = events
          .map((event) => ({ event, key: random.next().value as number }))
          .sort((one, other) => one.key - other.key)
          .map(({ event }) => event)
        const [inOrder, shuffled] = [events, mixed].map((given) => live(given))
        expect(shuffled?.learner.state.streak).toEqual(inOrder?.learner.state.streak)
        const balance = freezesOf(shuffled?.followed ?? []).reduce(
          (sum, change) => sum + (/^(?:Earned|Returned)/.test(change) ? 1 : -1),
          0,
        )
        expect(balance).toBe(shuffled?.learner.state.streak.freezes)
      },
    ),
    { numRuns: 200 },
  )
})

const badge = (badgeId: string, rule: Badge['rule'], rarity: Badge['rarity'] = 'common'): Badge => ({
  badgeId,
  title: badgeId,
  description: '',
  rarity,
  rule,
})
const earned = (events: readonly LearnerEvent[]) =>
  events.flatMap((event) => (event.type === 'BadgeEarned' ? [event.data.badgeId] : []))

describe('days before the account', () => {
  const claimed = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => answerOn(addDays(firstDay, from + n), { beforeAccount: true }))

  test('count for points and totals, but for no streak, freeze, milestone or badge of days', () => {
    const { learner, followed } = live(
      [...claimed(0, 31), answerOn(addDays(firstDay, 31))],
      [
        badge('streak', { measure: 'streak', atLeast: 2 }),
        badge('days', { measure: 'activeDays', atLeast: 2 }),
        badge('busy', { measure: 'answersInADay', atLeast: 2 }),
        badge('answers', { measure: 'answers', atLeast: 32 }),
      ],
    )
    expect(freezesOf(followed)).toEqual([])
    expect(learner.state.streak).toMatchObject({ current: 1, longest: 1, freezes: 0 })
    expect(learner.state).toMatchObject({ totalQuestions: 32, counters: { days: { active: 1, busiest: 1 } } })
    expect([...learner.badges]).toEqual(['answers'])
    expect([...learner.milestones].filter((id) => id.startsWith('streak'))).toEqual([])
  })

  test('change nothing about the days of the account when they are sent late', () => {
    const days = daysInARow(0, 7)
    const late = live([...days, ...claimed(-5, 5), ...claimed(3, 1)]).learner.state
    expect(late.streak).toEqual(live(days).learner.state.streak)
    expect(late.counters.days).toEqual(live(days).learner.state.counters.days)
  })
})

describe('badges', () => {
  test('are awarded once, with the event that meets their rule', () => {
    const three = badge('three', { measure: 'answers', atLeast: 3 })
    const { learner, followed } = live(
      Array.from({ length: 5 }, () => answerOn(firstDay)),
      [three],
    )
    expect(earned(followed)).toEqual(['three'])
    expect(learner.state.points).toBe(25 + 10)
  })

  test('are also awarded for points from other badges', () => {
    const chain = [
      badge('points', { measure: 'points', atLeast: 100 }, 'rare'),
      badge('first', { measure: 'answers', atLeast: 1 }, 'legendary'),
    ]
    const { learner, followed } = live([answerOn(firstDay)], chain)
    expect(earned(followed)).toEqual(['first', 'points'])
    expect(learner.state.points).toBe(5 + 100 + 25)
  })

  const right = answerOn(firstDay)
  const wrong = answerOn(firstDay, { isCorrect: false })
  test.each<[string, Badge['rule'], LearnerEvent[], boolean]>([
    ['three correct answers in a row', { measure: 'correctInARow', atLeast: 3 }, [right, right, right], true],
    [
      'an incorrect answer in between',
      { measure: 'correctInARow', atLeast: 3 },
      [right, wrong, right, right],
      false,
    ],
    ['a category', { measure: 'answers', atLeast: 1, category: 'JavaScript' }, [right], true],
    ['another category', { measure: 'answers', atLeast: 1, category: 'CSS' }, [right], false],
    ['a difficulty', { measure: 'correctAnswers', atLeast: 1, difficulty: 'beginner' }, [right], true],
    ['another difficulty', { measure: 'correctAnswers', atLeast: 1, difficulty: 'advanced' }, [right], false],
    ['accuracy', { measure: 'accuracy', atLeast: 50, ofAnswers: 4 }, [right, wrong, right, wrong], true],
    [
      'too few answers for accuracy',
      { measure: 'accuracy', atLeast: 50, ofAnswers: 4 },
      [right, right, right],
      false,
    ],
    ['a day', { measure: 'answersInADay', atLeast: 2 }, [right, wrong], true],
    ['days', { measure: 'activeDays', atLeast: 2 }, [right, answerOn('2026-02-01')], true],
    ['a streak', { measure: 'streak', atLeast: 2 }, daysInARow(0, 2), true],
    [
      'categories',
      { measure: 'categories', atLeast: 2 },
      [right, answerOn(firstDay, { category: 'CSS' })],
      true,
    ],
    ['a level', { measure: 'level', atLeast: 2 }, Array.from({ length: 20 }, () => right), true],
  ])('follow the rule: %s', (_, rule, events, meetsRule) => {
    expect(earned(live(events, [badge('it', rule)]).followed)).toEqual(meetsRule ? ['it'] : [])
  })
})

test('reaches each milestone once', () => {
  const { followed } = live(Array.from({ length: 12 }, () => answerOn(firstDay)))
  expect(
    followed.map((event) => (event.type === 'MilestoneReached' ? event.data.milestoneId : event.type)),
  ).toEqual(['answers-10', 'correct-10'])
})

describe('a step', () => {
  const [one, two] = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002']
  const answers = new Map([
    [one, null],
    [two, null],
  ])
  const learner: Learner = {
    ...newLearner('ada'),
    steps: [
      { pathId: 'css', stepId: 'grid', answers },
      { pathId: 'layout', stepId: 'grids', answers: new Map([[one, null]]) },
    ],
  }
  let hour = 0
  const on = (questionId: string, isCorrect = true) => {
    hour += 1
    return answerOn(firstDay, { questionId, isCorrect, answeredAt: new Date(hour * 3_600_000).toISOString() })
  }
  const completed = (events: LearnerEvent[], from = learner) =>
    live(events, [], from).followed.flatMap((event) =>
      event.type === 'SectionCompleted' ? [`${event.data.pathId}/${event.data.sectionId}`] : [],
    )

  test('is completed in every path that contains the question, as soon as its answers earn it', () => {
    expect(completed([on(one), on(two)])).toEqual(['layout/grids', 'css/grid'])
    expect(completed([on(two), on(one, false)])).toEqual([])
    expect(completed([on(two), on(one, false), on(one)])).toEqual(['css/grid', 'layout/grids'])
  })
  test('is completed once, and stays completed after incorrect answers', () => {
    const events = [on(one), on(two), on(two, false), on(two), on(one)]
    expect(completed(events)).toEqual(['layout/grids', 'css/grid'])
    expect(live(events, [], learner).learner.state.counters.sections).toEqual(['layout/grids', 'css/grid'])
  })
  test('counts answers again after its path was reset', () => {
    const reset: LearnerEvent = {
      type: 'ProgressReset',
      data: {
        learnerId: 'ada',
        scope: 'path',
        id: 'css',
        timeZone: 'UTC',
        at: new Date(hour * 3_600_000).toISOString(),
      },
    }
    expect(
      completed([
        on(two),
        { ...reset, data: { ...reset.data, at: new Date(hour * 3_600_000).toISOString() } },
        on(one),
      ]),
    ).toEqual(['layout/grids'])
  })
})

describe('a certificate', () => {
  const section = (n: number, by: 'learner' | 'answers'): LearnerEvent => ({
    type: 'SectionCompleted',
    data: {
      learnerId: 'ada',
      pathId: 'css',
      sectionId: `section-${n}`,
      by,
      completedAt: `${firstDay}T12:00:00Z`,
    },
  })
  const sections = (declared: number, earned: number) => [
    ...Array.from({ length: declared }, (_, n) => section(n, 'learner')),
    ...Array.from({ length: earned }, (_, n) => section(declared + n, 'answers')),
  ]
  const path = badge('path', { measure: 'pathsCompleted', atLeast: 1 })
  const rewards = (events: readonly LearnerEvent[]) =>
    live([...events], [path]).followed.flatMap(({ type }) =>
      type === 'CertificateIssued' || type === 'BadgeEarned' ? [type] : [],
    )

  test('is issued, with the badge of the path, for ten sections that answers have completed', () => {
    expect(rewards(sections(0, 9))).toEqual([])
    expect(rewards(sections(0, 10))).toEqual(['CertificateIssued', 'BadgeEarned'])
    expect(rewards(sections(0, 11))).toHaveLength(2)
  })

  test('isn’t issued for sections that a learner only declared complete, until answers complete them', () => {
    expect(rewards(sections(12, 0))).toEqual([])
    expect(rewards(sections(1, 9))).toEqual([])
    expect(rewards([...sections(1, 9), section(0, 'answers')])).toEqual(['CertificateIssued', 'BadgeEarned'])
    expect(rewards([...sections(0, 9), section(0, 'learner')])).toEqual([])
  })
})

test('keeps points equal to the sum of the awards', () => {
  const any = fc.array(
    fc.record({
      isCorrect: fc.boolean(),
      attempt: fc.integer({ min: 1, max: 12 }),
      difficulty: fc.constantFrom('beginner' as const, 'intermediate' as const, 'advanced' as const),
    }),
    { maxLength: 30 },
  )
  const badges = [
    badge('five', { measure: 'answers', atLeast: 5 }),
    badge('hundred', { measure: 'points', atLeast: 100 }, 'epic'),
  ]
  fc.assert(
    fc.property(any, (answers) => {
      const events = answers.map((answer) => answerOn(firstDay, answer))
      const { learner, followed } = live(events, badges)
      const full = { beginner: 5, intermediate: 10, advanced: 20 }
      const ofAnswers = answers.map(({ isCorrect, attempt, difficulty }) =>
        isCorrect ? Math.max(1, full[difficulty] - 2 * (attempt - 1)) : 0,
      )
      const ofBadges = earned(followed).map((id) => (id === 'five' ? 10 : 50))
      expect(learner.state.points).toBe([...ofAnswers, ...ofBadges].reduce((sum, one) => sum + one, 0))
    }),
  )
})
