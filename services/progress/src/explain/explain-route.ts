import {
  BADGE_POINTS,
  DomainError,
  type ExplanationEntry,
  explainStat,
  paginate,
  RETENTION,
  statAliases,
} from '@rehearse/contracts'
import type { EventLog, RecordedEvent } from '@rehearse/event-store'
import { type App, type Database, principalOf, serve } from '@rehearse/service-kit'
import { examAnswerId } from '../interview/exam-routes.ts'
import { readForecast } from '../interview/forecast-view.ts'
import { type Day, localDay } from '../learner/days.ts'
import type { LearnerEvent } from '../learner/events.ts'
import { accuracy } from '../learner/points.ts'
import { type ActiveDays, activityOf, emptyState, regradeOf, withActivity } from '../learner/state.ts'
import { noStreak, stepStreak, visibleStreak } from '../learner/streak.ts'
import type { ProgressTables } from '../tables.ts'
import { type Step, walkLearner } from './queries.ts'
import { type Explanation, explainSum, partStat, type Share, type SumStat, sumStats } from './sums.ts'

/** Route that lists the events behind a number. */
export function explainRoute(app: App, { db }: Database<ProgressTables>, log: EventLog): void {
  serve(app, explainStat, async (request) => {
    const { figure } = request.params
    const { page, pageSize } = request.query
    const { id } = principalOf(request)
    const steps = walkLearner(db, log, id)
    const explanation =
      figure === 'forecast'
        ? await explainForecast(steps, (await readForecast(db, id)).overall)
        : await explain(steps, figure, new Date())
    if (explanation === undefined) throw statNotFound()
    const { value, rule, shares, isShare } = explanation
    const newestFirst = shares.toReversed().slice((page - 1) * pageSize, page * pageSize)
    const events = await log.reader(db).readById(newestFirst.map(({ eventId }) => eventId))
    const byId = new Map(events.map((event) => [event.eventId, event]))
    return {
      success: true as const,
      figure,
      value,
      rule,
      sum: shares.reduce((sum, { amount }) => sum + amount, 0),
      of: isShare ? shares.reduce((sum, { of }) => sum + (of ?? 0), 0) : null,
      entries: newestFirst.flatMap((share) => {
        const event = byId.get(share.eventId)
        return event ? [toEntry(event as RecordedEvent & LearnerEvent, share)] : []
      }),
      pagination: paginate(page, pageSize, shares.length),
    }
  })
}

/** Undefined for a badge that was not earned, and for an unknown exam. */
export async function explain(
  steps: AsyncIterable<Step>,
  asked: string,
  now: Date,
): Promise<Explanation | undefined> {
  const figure = statAliases[asked] ?? asked
  if (figure === 'streak' || figure === 'longestStreak') return explainStreak(steps, figure, now)
  const [kind, name] = [figure.slice(0, figure.indexOf(':')), figure.slice(figure.indexOf(':') + 1)]
  if (kind === 'badge') return explainBadge(steps, name)
  if (kind === 'exam') return explainExam(steps, name)
  if (kind === 'section' || kind === 'category') return explainSum(steps, partStat(kind, name))
  if (figure === 'completionRate') return explainSum(steps, completionStat())
  if (figure === 'flashcardRetention') return explainSum(steps, retentionStat())
  const plain = sumStats[figure]
  return plain && explainSum(steps, plain)
}

function toEntry(event: RecordedEvent & LearnerEvent, share: Share): ExplanationEntry {
  const activity = activityOf(event)
  const at = activity?.at ?? event.recordedAt
  const timeZone = activity?.timeZone ?? share.timeZone
  const day = share.day ?? ('day' in event.data ? event.data.day : localDay(at, timeZone))
  return {
    eventId: event.eventId,
    type: event.type,
    at: at.toISOString(),
    day,
    timeZone,
    recordedAt: event.recordedAt.toISOString(),
    title: titleOf(event),
    amount: share.amount,
    of: share.of,
  }
}

function titleOf({ type, data }: LearnerEvent): string | null {
  if (type === 'AnswerSubmitted') return data.questionTitle
  if (type === 'ChallengeAttempted') return data.challengeTitle
  return type === 'BadgeEarned' ? data.title : null
}

const statNotFound = () =>
  new DomainError({
    kind: 'not-found',
    code: 'figure_not_found',
    message: 'You haven’t earned this badge, or this mock exam doesn’t exist',
  })

/** The graded first answers that the forecast is based on. */
async function explainForecast(
  steps: AsyncIterable<Step>,
  overall: { chance: number; n: number } | null,
): Promise<Explanation> {
  const explanation = await explainSum(steps, {
    rule: 'The share of the questions in your learning paths that you are expected to answer correctly, as a rounded percentage. A Rasch model estimates it from your first graded answer to each question and from the difficulty of the questions. With fewer than 30 such answers, it is unknown.',
    change: ({ event }) => {
      const counts =
        event.type === 'AnswerSubmitted' && event.data.attempt === 1 && event.data.graded === 'server'
      if (counts) return { amount: event.data.isCorrect ? 1 : 0, of: 1 }
      const isCorrected = event.type === 'AnswerRegraded' && event.data.attempt === 1
      return { amount: isCorrected ? Number(event.data.isCorrect) - Number(event.data.wasCorrect) : 0, of: 0 }
    },
    show: () => (overall === null ? 'unknown' : percent(overall.chance)),
  })
  return { ...explanation, isShare: true }
}

/** A mock exam: its forecast, its answers and its result. */
async function explainExam(steps: AsyncIterable<Step>, examId: string): Promise<Explanation | undefined> {
  const id = examId.toLowerCase()
  const shares: Share[] = []
  let made: { predicted: number; answerIds: ReadonlySet<string> } | null = null
  let value: number | string = 'not finished'
  for await (const { event, after } of steps) {
    const share = { eventId: event.eventId, amount: 0, of: 0, timeZone: after.timeZone }
    if (event.type === 'ForecastMade' && event.data.examId === id) {
      const { predicted, questionIds } = event.data
      made = { predicted, answerIds: new Set(questionIds.map((question) => examAnswerId(id, question))) }
      shares.push(share)
    } else if (event.type === 'AnswerSubmitted' && made?.answerIds.has(event.data.answerId)) {
      shares.push({ ...share, amount: event.data.isCorrect ? 1 : 0, of: 1 })
    } else if (event.type === 'ForecastTested' && event.data.examId === id) {
      const { correct, total } = event.data
      const answered = shares.reduce((sum, { of }) => sum + (of ?? 0), 0)
      // Questions without an answer count as incorrect.
      shares.push({ ...share, of: total - answered })
      value = accuracy(correct, total)
    }
  }
  if (made === null) return undefined
  return {
    value,
    rule: `The forecast before the first answer was ${percent(made.predicted)}%. The result is the number of correct answers as a rounded percentage of all questions in the exam. A question without an answer counts as incorrect, and an answer key that is corrected later doesn’t change the result.`,
    shares,
    isShare: true,
  }
}

const percent = (share: number): number => Math.round(share * 100)

/** The badge and the event that earned it; undefined if it wasn't earned. */
async function explainBadge(steps: AsyncIterable<Step>, badgeId: string): Promise<Explanation | undefined> {
  const zones = new Map<string, string>()
  for await (const { event, after } of steps) {
    const { timeZone } = after
    zones.set(event.eventId, timeZone)
    if (event.type !== 'BadgeEarned' || event.data.badgeId !== badgeId) continue
    const earned = { eventId: event.eventId, amount: BADGE_POINTS[event.data.rarity], of: null, timeZone }
    const cause = event.metadata.causationId
    const zone = cause === null ? undefined : zones.get(cause)
    const brought =
      cause === null || zone === undefined ? [] : [{ eventId: cause, amount: 0, of: null, timeZone: zone }]
    return {
      value: earned.amount,
      rule: 'The rarer a badge, the more points it earns. The event listed with it is the one that earned it.',
      shares: [...brought, earned],
      isShare: false,
    }
  }
  return undefined
}

/** Counts the attempted questions that were answered correctly at least once; each counts once. */
function completionStat(): SumStat {
  /** The number of correct answers to each attempted question. */
  const rights = new Map<string, number>()
  let solved = 0
  return {
    rule: 'Questions answered correctly at least once, as a rounded percentage of all questions tried.',
    change: ({ event }) => {
      if (event.type === 'ProgressReset' && event.data.scope === 'all') {
        const change = { amount: 0 - solved, of: 0 - rights.size }
        rights.clear()
        solved = 0
        return change
      }
      const [questionId, right] = answered(event)
      const before = rights.get(questionId)
      if (before === undefined && event.type !== 'AnswerSubmitted') return { amount: 0, of: 0 }
      const after = (before ?? 0) + right
      rights.set(questionId, after)
      const amount = (after > 0 ? 1 : 0) - ((before ?? 0) > 0 ? 1 : 0)
      solved += amount
      return { amount, of: before === undefined ? 1 : 0 }
    },
    show: accuracy,
  }
}

/** The retention of flashcards: the standard one, and what each choice changed it by. */
function retentionStat(): SumStat {
  let retention: number = RETENTION.default
  return {
    rule: `The chance of remembering a flashcard when it comes back: ${RETENTION.default}% plus the changes you made.`,
    change: ({ event }) => {
      const before = retention
      if (event.type === 'RetentionChosen') retention = event.data.retention
      return { amount: retention - before, of: null }
    },
    show: (sum) => RETENTION.default + sum,
  }
}

/** The question, and the change in its number of correct answers. */
function answered({ type, data }: LearnerEvent): [questionId: string, right: number] {
  if (type === 'AnswerSubmitted') return [data.questionId, data.isCorrect ? 1 : 0]
  return type === 'AnswerRegraded' ? [data.questionId, regradeOf(data).correct] : ['', 0]
}

const rule =
  'Consecutive days with an answer, a challenge or a review. A day that you skip by crossing the date line isn’t missed: less than 36 hours between two answers, the second in a time zone that is 12 hours or more ahead, at most twice in 30 days. Otherwise, a streak freeze covers exactly one missed day. Days skipped or covered don’t count.'

/** Each day of the streak with the first event that made it count, and the freezes that bridged a day. */
async function explainStreak(
  steps: AsyncIterable<Step>,
  which: 'streak' | 'longestStreak',
  now: Date,
): Promise<Explanation> {
  const firstOfDay = new Map<Day, Share>()
  const freezeOfDay = new Map<Day, Share>()
  let days: ActiveDays = new Map()
  let state = emptyState
  for await (const { event, after } of steps) {
    state = after
    const share = { eventId: event.eventId, amount: 1, of: null, timeZone: state.timeZone }
    const activity = activityOf(event)
    if (activity !== null) days = withActivity(days, activity)
    if (activity?.makesDayActive && !firstOfDay.has(activity.day)) {
      firstOfDay.set(activity.day, { ...share, timeZone: activity.timeZone, day: activity.day })
    }
    if (event.type === 'StreakFreezeSpent') {
      freezeOfDay.set(event.data.day, { ...share, amount: 0, day: event.data.day })
    }
  }
  const { current, longest } = runsOf(days)
  const isVisible = visibleStreak(state.streak, now, state.timeZone) > 0
  const run = which === 'longestStreak' ? longest : isVisible ? current : []
  const shares = run.flatMap((day) => firstOfDay.get(day) ?? freezeOfDay.get(day) ?? [])
  return { value: shares.reduce((sum, { amount }) => sum + amount, 0), rule, shares, isShare: false }
}

/** The days of the streak that ends on the last active day, and of the longest one, bridged days included. */
function runsOf(days: ActiveDays): { current: Day[]; longest: Day[] } {
  let streak = noStreak
  let current: Day[] = []
  let longest: Day[] = []
  for (const [day, moments] of [...days].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const { streak: next, changes } = stepStreak(streak, day, moments)
    const goesOn = next.current > 1
    current = [...(goesOn ? current : []), ...(changes.spent === null ? [] : [changes.spent]), day]
    if (next.longest > streak.longest) longest = current
    streak = next
  }
  return { current, longest }
}
