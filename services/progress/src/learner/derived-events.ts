import { type Badge, meetsRule } from './badges.ts'
import { completePaths, isEarned, sectionKey } from './counters.ts'
import type { Day } from './days.ts'
import type { LearnerEvent } from './events.ts'
import { levelOf } from './points.ts'
import {
  activityOf,
  emptiedDays,
  evolveState,
  isLate,
  type Learner,
  type LearnerState,
  withActivity,
  withDays,
} from './state.ts'
import { answerStep, isStepEarned, regradeStep, type StepProgress, sinceReset } from './steps.rules.ts'
import { freezeDays, stepStreak } from './streak.ts'

/** An event derived from another one, and what distinguishes it from others of its type. */
export interface DerivedEvent {
  event: LearnerEvent
  about: string
}

/** The learner after an event and its derived events, and the derived events in order. */
export interface Outcome {
  learner: Learner
  derivedEvents: DerivedEvent[]
}

/**
 * Derives events from an event: freezes change with the streak, steps may be completed, then badges and milestones
 * are awarded for as long as one leads to the next. Pure, so processing events singly, in groups or in a replay gives
 * the same result.
 * @param badges all that can be earned
 * @param at when the event is recorded
 */
export function derive(before: Learner, event: LearnerEvent, badges: readonly Badge[], at: Date): Outcome {
  const outcome = freezes(before, event)
  complete(outcome, event, at)
  certify(outcome, at)
  award(outcome, badges, at)
  return outcome
}

/** The learner after the event, and the changes to their freezes. */
function freezes(before: Learner, event: LearnerEvent): Outcome {
  const { learnerId, state } = before
  if (event.type === 'ProgressReset' && event.data.scope === 'all') {
    const days = before.days && emptiedDays(before.days)
    return { learner: { ...before, days, state: evolveState(state, event) }, derivedEvents: [] }
  }
  const after = { ...before, state: evolveState(state, event) }
  const activity = activityOf(event)
  if (activity === null || !activity.makesDayActive) return { learner: after, derivedEvents: [] }
  const days = before.days && withActivity(before.days, activity)
  const freezeEvent = (
    type: Extract<LearnerEvent['type'], `StreakFreeze${string}`>,
    on: Day,
  ): DerivedEvent => ({
    event: { type, data: { learnerId, day: on } },
    about: on,
  })
  if (!isLate(state, activity)) {
    const moment = { at: activity.at.getTime(), timeZone: activity.timeZone }
    const { changes } = stepStreak(state.streak, activity.day, { first: moment, last: moment })
    const { earned, spent } = changes
    return {
      learner: { ...after, days },
      derivedEvents: [
        ...(spent === null ? [] : [freezeEvent('StreakFreezeSpent', spent)]),
        ...(earned === null ? [] : [freezeEvent('StreakFreezeEarned', earned)]),
      ],
    }
  }
  if (before.days === null || days === null) throw new Error('a late event needs the active days before it')
  const [was, is] = [freezeDays(before.days), freezeDays(days)]
  return {
    learner: { ...after, days, state: withDays(after.state, days) },
    derivedEvents: [
      ...without(was.spent, is.spent).map((on) => freezeEvent('StreakFreezeReturned', on)),
      ...without(was.earned, is.earned).map((on) => freezeEvent('StreakFreezeWithdrawn', on)),
      ...without(is.earned, was.earned).map((on) => freezeEvent('StreakFreezeEarned', on)),
      ...without(is.spent, was.spent).map((on) => freezeEvent('StreakFreezeSpent', on)),
    ],
  }
}

/** The state of a step after an answer or a regrade. */
function stepAfter(step: StepProgress, { type, data }: LearnerEvent): StepProgress {
  if (type !== 'AnswerSubmitted' && type !== 'AnswerRegraded') return step
  const { questionId, answeredAt, isCorrect } = data
  const answer = { at: Date.parse(answeredAt), isCorrect }
  return (type === 'AnswerSubmitted' ? answerStep : regradeStep)(step, questionId, answer)
}

/** An answer may complete steps of learning paths. A completed step stays completed after later answers and edits. */
function complete(outcome: Outcome, event: LearnerEvent, at: Date): void {
  const { learner } = outcome
  const { learnerId, state } = learner
  if (learner.steps.length === 0) return
  const steps = learner.steps.map((step) => stepAfter(step, event))
  outcome.learner = { ...learner, steps }
  for (const [index, step] of steps.entries()) {
    const { pathId, stepId: sectionId } = step
    if (step === learner.steps[index] || isEarned(state.counters, pathId, sectionId)) continue
    if (!isStepEarned(sinceReset(step, state.counters))) continue
    const data = { learnerId, pathId, sectionId, by: 'answers' as const, completedAt: at.toISOString() }
    add(outcome, { event: { type: 'SectionCompleted', data }, about: sectionKey(pathId, sectionId) })
  }
}

/** A completed path gets one certificate, which a later reset doesn't remove. */
function certify(outcome: Outcome, at: Date): void {
  const { learnerId, state } = outcome.learner
  const { counters } = state
  for (const pathId of completePaths(counters)) {
    if (counters.certificates.includes(pathId)) continue
    const data = { learnerId, pathId, issuedAt: at.toISOString() }
    add(outcome, { event: { type: 'CertificateIssued', data }, about: pathId })
  }
}

/** Awards due badges and milestones. A badge adds points, and points may earn another badge. */
export function award(outcome: Outcome, badges: readonly Badge[], at: Date): void {
  const { learnerId } = outcome.learner
  const time = at.toISOString()
  for (;;) {
    const { state, milestones } = outcome.learner
    const reached = milestonesOf(state).filter((id) => !milestones.has(id))
    for (const milestoneId of reached) {
      const data = { learnerId, milestoneId, reachedAt: time }
      add(outcome, { event: { type: 'MilestoneReached', data }, about: milestoneId })
    }
    const due = badges.filter(
      (badge) => !outcome.learner.badges.has(badge.badgeId) && meetsRule(badge.rule, state),
    )
    if (due.length === 0) return
    for (const { badgeId, title, rarity } of due) {
      const data = { learnerId, badgeId, title, rarity, earnedAt: time }
      add(outcome, { event: { type: 'BadgeEarned', data }, about: badgeId })
    }
  }
}

function add(outcome: Outcome, derivedEvent: DerivedEvent): void {
  const { event } = derivedEvent
  const { learner } = outcome
  outcome.derivedEvents.push(derivedEvent)
  outcome.learner = {
    ...learner,
    state: evolveState(learner.state, event),
    badges: event.type === 'BadgeEarned' ? new Set(learner.badges).add(event.data.badgeId) : learner.badges,
    milestones:
      event.type === 'MilestoneReached'
        ? new Set(learner.milestones).add(event.data.milestoneId)
        : learner.milestones,
  }
}

const without = (days: ReadonlySet<Day>, others: ReadonlySet<Day>): Day[] =>
  [...days].filter((day) => !others.has(day))

/** Milestones are round numbers and add no points. */
const measures: readonly { measure: string; statOf(state: LearnerState): number; at: readonly number[] }[] = [
  {
    measure: 'answers',
    statOf: (state) => state.totalQuestions,
    at: [10, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000],
  },
  {
    measure: 'correct',
    statOf: (state) => state.correctAnswers,
    at: [10, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000],
  },
  {
    measure: 'streak',
    statOf: (state) => state.streak.longest,
    at: [7, 14, 30, 60, 100, 200, 365, 1_000],
  },
  { measure: 'level', statOf: (state) => levelOf(state.points), at: [5, 10, 20, 30, 50, 75, 100] },
]

const steps = measures.flatMap(({ measure, statOf, at }) =>
  at.map((step) => ({ id: `${measure}-${step}`, statOf, step })),
)

/** The ids of all milestones that a state has reached: `answers-10`, `streak-7` … */
function milestonesOf(state: LearnerState): string[] {
  return steps.filter(({ statOf, step }) => step <= statOf(state)).map(({ id }) => id)
}
