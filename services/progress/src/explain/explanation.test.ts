import { randomUUID } from 'node:crypto'
import type { RecordedEvent } from '@rehearse/event-store'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Badge } from '../learner/badges.ts'
import { addDays } from '../learner/days.ts'
import { derive } from '../learner/derived-events.ts'
import type { LearnerEvent } from '../learner/events.ts'
import { accuracy, levelOf, masteryOf } from '../learner/points.ts'
import { emptyState, type LearnerState, newLearner, startReplay } from '../learner/state.ts'
import { visibleStreak } from '../learner/streak.ts'
import { answerEvent } from '../testing/answer-event.ts'
import { explain } from './explain-route.ts'
import type { Step } from './queries.ts'

const now = new Date('2026-11-20T12:00:00Z')
const badges: Badge[] = [
  { badgeId: 'ten', title: 'Ten', description: '', rarity: 'rare', rule: { measure: 'points', atLeast: 10 } },
  {
    badgeId: 'days',
    title: 'Days',
    description: '',
    rarity: 'epic',
    rule: { measure: 'streak', atLeast: 3 },
  },
]

const at = fc
  .record({ day: fc.integer({ min: 0, max: 19 }), hour: fc.integer({ min: 0, max: 23 }) })
  .map(({ day, hour }) => `${addDays('2026-11-01', day)}T${String(hour).padStart(2, '0')}:30:00.000Z`)
const timeZone = fc.constantFrom('UTC', 'Asia/Tokyo', 'America/New_York')
const section = fc.constantFrom('HTML', 'CSS')
const answer = fc
  .record({
    answeredAt: at,
    timeZone,
    isCorrect: fc.boolean(),
    section,
    questionId: fc.constantFrom(
      '018f0000-0000-7000-8000-000000000001',
      '018f0000-0000-7000-8000-000000000002',
    ),
    attempt: fc.integer({ min: 1, max: 4 }),
  })
  .map(
    (given): LearnerEvent => ({
      type: 'AnswerSubmitted',
      data: answerEvent({ ...given, category: given.section }).data,
    }),
  )
const others: fc.Arbitrary<LearnerEvent> = fc.oneof(
  fc.record({ reviewedAt: at, timeZone }).map(
    (given): LearnerEvent => ({
      type: 'CardReviewed',
      data: {
        learnerId: 'ada',
        reviewId: randomUUID(),
        questionId: randomUUID(),
        rating: 3,
        receivedAt: given.reviewedAt,
        ...given,
      },
    }),
  ),
  fc.record({ attemptedAt: at, timeZone, score: fc.integer({ min: 0, max: 10 }) }).map(
    (given): LearnerEvent => ({
      type: 'ChallengeAttempted',
      data: {
        attemptId: randomUUID(),
        learnerId: 'ada',
        challengeId: 'todo-list',
        kind: 'web',
        challengeTitle: 'A list',
        category: 'css',
        difficulty: 'beginner',
        maxScore: 10,
        completed: true,
        bestBefore: 0,
        timeSpent: 60,
        codeHash: null,
        receivedAt: given.attemptedAt,
        ...given,
      },
    }),
  ),
  fc
    .constantFrom(
      { scope: 'all' as const, id: null },
      { scope: 'section' as const, id: 'CSS' },
      { scope: 'plan' as const, id: 'two-day' },
    )
    .map(
      (aim): LearnerEvent => ({
        type: 'ProgressReset',
        data: { learnerId: 'ada', timeZone: 'UTC', at: now.toISOString(), ...aim },
      }),
    ),
)
/** Random activity of a learner, mostly answers, and which of the answers are regraded at the end. */
const stories = fc.record({
  given: fc.array(fc.oneof({ weight: 5, arbitrary: answer }, { weight: 1, arbitrary: others }), {
    minLength: 1,
    maxLength: 40,
  }),
  regraded: fc.array(fc.nat(39), { maxLength: 5 }),
})

/** All events with their derived events, and the learner state that the platform would have stored. */
function live({ given, regraded }: { given: LearnerEvent[]; regraded: number[] }): {
  events: Event[]
  state: LearnerState
} {
  let learner = newLearner('ada')
  const events: Event[] = []
  const take = (event: LearnerEvent) => {
    const cause = toEvent(event, events.length, null)
    const outcome = derive(learner, event, badges, now)
    learner = outcome.learner
    events.push(cause)
    for (const { event: derivedEvent } of outcome.derivedEvents) {
      events.push(toEvent(derivedEvent, events.length, cause.eventId))
    }
  }
  given.forEach(take)
  for (const index of new Set(regraded)) {
    const event = given[index]
    if (event?.type === 'AnswerSubmitted') take(regradeOf(event, given.slice(index + 1)))
  }
  return { events, state: learner.state }
}

type Event = RecordedEvent & LearnerEvent

const toEvent = (event: LearnerEvent, index: number, causationId: string | null): Event => ({
  ...event,
  eventId: randomUUID(),
  schemaVersion: 1,
  metadata: { correlationId: null, causationId },
  streamId: 'learner-ada',
  streamVersion: index + 1,
  globalPosition: index + 1,
  recordedAt: now,
  shredded: false,
})

function regradeOf(
  { data }: Extract<LearnerEvent, { type: 'AnswerSubmitted' }>,
  since: readonly LearnerEvent[],
): LearnerEvent {
  const resets = since.flatMap((event) => (event.type === 'ProgressReset' ? [event.data] : []))
  const totals = !resets.some(({ scope }) => scope === 'all')
  const sections = !resets.some(({ scope, id }) => scope === 'section' && id === data.section)
  return {
    type: 'AnswerRegraded',
    data: {
      ...data,
      progressId: randomUUID(),
      keyVersion: 2,
      wasCorrect: data.isCorrect,
      isCorrect: !data.isCorrect,
      counts: { totals, path: false, section: totals && sections },
      regradedAt: now.toISOString(),
    },
  }
}

async function* walk(events: readonly Event[]): AsyncGenerator<Step> {
  const replay = startReplay()
  let before = emptyState
  for (const event of events) {
    const after = replay(event)
    yield { event, before, after }
    before = after
  }
}

const sumOf = (shares: readonly { amount: number }[] = []) =>
  shares.reduce((sum, { amount }) => sum + amount, 0)

test('replaying a learner’s events gives the stored state', () => {
  fc.assert(
    fc.property(stories, (story) => {
      const { events, state } = live(story)
      const replay = startReplay()
      expect(events.map((event) => replay(event)).at(-1) ?? emptyState).toEqual(state)
    }),
  )
})

test('the events that explain a number add up to it', async () => {
  await fc.assert(
    fc.asyncProperty(stories, async (story) => {
      const { events, state } = live(story)
      const figures: Record<string, [sum: number, value: number]> = {
        points: [state.points, state.points],
        level: [state.points, levelOf(state.points)],
        totalQuestions: [state.totalQuestions, state.totalQuestions],
        timeSpent: [state.timeSpent, state.timeSpent],
        accuracy: [state.correctAnswers, accuracy(state.correctAnswers, state.totalQuestions)],
        longestStreak: [state.streak.longest, state.streak.longest],
        streakFreezes: [state.streak.freezes, state.streak.freezes],
        totalPoints: [state.points, state.points],
      }
      const streak = visibleStreak(state.streak, now, state.timeZone)
      figures.streak = figures.currentStreak = [streak, streak]
      for (const [figure, [sum, value]] of Object.entries(figures)) {
        const explanation = await explain(walk(events), figure, now)
        expect([figure, sumOf(explanation?.shares), explanation?.value]).toEqual([figure, sum, value])
      }
    }),
  )
})

test('explains solved questions by the first correct answer to each since the last full reset', async () => {
  await fc.assert(
    fc.asyncProperty(stories, async (story) => {
      const { events } = live(story)
      const rights = new Map<string, number>()
      for (const { type, data } of events) {
        if (type === 'ProgressReset' && data.scope === 'all') rights.clear()
        const change =
          type === 'AnswerSubmitted'
            ? +data.isCorrect
            : type === 'AnswerRegraded' && data.counts.totals && (data.isCorrect ? 1 : -1)
        if (change === false || !('questionId' in data)) continue
        rights.set(data.questionId, (rights.get(data.questionId) ?? 0) + change)
      }
      const solved = [...rights.values()].filter((right) => right > 0).length
      const explanation = await explain(walk(events), 'completionRate', now)
      expect(explanation?.value).toBe(accuracy(solved, rights.size))
      expect(sumOf(explanation?.shares)).toBe(solved)
    }),
  )
})

test('explains a section by its answers since its reset', async () => {
  await fc.assert(
    fc.asyncProperty(stories, async (story) => {
      const { events } = live(story)
      let [correct, total] = [0, 0]
      for (const event of events) {
        if (event.type === 'AnswerSubmitted' && event.data.section === 'CSS') {
          correct += event.data.isCorrect ? 1 : 0
          total += 1
        }
        if (event.type === 'ProgressReset' && (event.data.scope === 'all' || event.data.id === 'CSS')) {
          correct = 0
          total = 0
        }
        if (event.type === 'AnswerRegraded' && event.data.section === 'CSS' && event.data.counts.section) {
          correct += event.data.isCorrect ? 1 : -1
        }
      }
      const explanation = await explain(walk(events), 'section:CSS', now)
      expect(explanation?.value).toBe(masteryOf(correct, total))
      expect(sumOf(explanation?.shares)).toBe(correct)
      expect(explanation?.shares.reduce((sum, { of }) => sum + (of ?? 0), 0)).toBe(total)
    }),
  )
})

test('includes bridged days in the days of a streak without counting them', async () => {
  const given = [12, 13, 14, 15, 16, 17, 18, 20].map(
    (day): LearnerEvent => ({
      type: 'AnswerSubmitted',
      data: answerEvent({ answeredAt: `2026-11-${day}T10:00:00.000Z` }).data,
    }),
  )
  const { events } = live({ given, regraded: [] })
  const explanation = await explain(walk(events), 'streak', now)
  expect(explanation?.value).toBe(8)
  expect(explanation?.shares.map(({ day, amount }) => [day, amount]).slice(-2)).toEqual([
    ['2026-11-19', 0],
    ['2026-11-20', 1],
  ])
})

test('explains a badge by the event that earned it', async () => {
  const { events } = live({ given: [{ type: 'AnswerSubmitted', data: answerEvent().data }], regraded: [] })
  expect(await explain(walk(events), 'badge:ten', now)).toBeUndefined()
  const given = [1, 2].map((): LearnerEvent => ({ type: 'AnswerSubmitted', data: answerEvent().data }))
  const earned = live({ given, regraded: [] }).events
  const explanation = await explain(walk(earned), 'badge:ten', now)
  expect(explanation?.value).toBe(25)
  expect(explanation?.shares.map(({ eventId }) => eventId)).toEqual([earned[1]?.eventId, earned[2]?.eventId])
})
