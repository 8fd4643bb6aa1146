import type { CustomPlan, PlanDefinedData, PlanMomentData, PlanProgress } from '@rehearse/contracts'
import { DomainError } from '@rehearse/contracts/errors'
import type { Database } from '@rehearse/service-kit'
import { type Day, dailyTargets, localDay, planDayOf, shares } from '../learner/days.ts'
import type { LearnerEventType } from '../learner/events.ts'
import { accuracy } from '../learner/points.ts'
import type { IdentifiedEvent } from '../learner-store/commit-learners.ts'
import { findDefinition, readDefinitions } from '../question-copies/definition-repository.ts'
import { readZone } from '../stats/queries.ts'
import type { Db, ProgressTables } from '../tables.ts'
import {
  type PlanAnswers,
  readCustomPlans,
  readPlanAnswers,
  readStartedPlans,
  type StartedPlan,
} from './repository.ts'

/** A plan as defined by a template or by the learner. */
export type StatedPlan = { planId: string } & (
  | { origin: 'template'; stated: PlanDefinedData }
  | { origin: 'own'; stated: CustomPlan }
)

export function stateOf(started: StartedPlan | undefined): PlanState {
  if (started === undefined) return 'not-started'
  const last = started.pauses.at(-1)
  return last !== undefined && last.to === null ? 'paused' : 'running'
}

/** A plan's progress, day by day and section by section. */
export function toPlanProgress(
  { planId, origin, stated }: StatedPlan,
  started: StartedPlan | undefined,
  answers: readonly PlanAnswers[],
  today: Day,
): PlanProgress {
  const { name, difficulty, duration, totalQuestions } = stated
  const dailyQuestions = stated.dailyQuestions ?? Math.ceil(totalQuestions / duration)
  const dayOf = (date: Day) => (started ? Math.min(duration, planDayOf(date, started)) : 1)
  const byDay = Map.groupBy(answers, ({ day }) => dayOf(day))
  const all = sum(answers)
  return {
    planId,
    origin,
    name,
    difficulty,
    duration,
    totalQuestions,
    dailyQuestions,
    state: stateOf(started),
    startedAt: started?.startedAt.toISOString() ?? null,
    currentDay: started ? dayOf(today) : null,
    questionsCompleted: all.done,
    correctAnswers: all.correct,
    progress: Math.min(100, accuracy(all.done, totalQuestions)),
    days: dailyTargets({ duration, totalQuestions, dailyQuestions }).map((target, index) => ({
      day: index + 1,
      target,
      ...sum(byDay.get(index + 1) ?? []),
    })),
    sections: toSections(stated, answers),
    document: origin === 'own' ? stated : null,
  }
}

/** Answers of a category fill its sections in order, each up to its target; the last one gets the rest. */
function toSections(stated: StatedPlan['stated'], answers: readonly PlanAnswers[]): PlanProgress['sections'] {
  const ordered = [...stated.sections].sort((a, b) => a.order - b.order)
  const targets = shares(
    stated.totalQuestions,
    ordered.map((section) => section.weight),
  )
  const byCategory = Map.groupBy(answers, ({ category }) => category.toLowerCase())
  const left = new Map([...byCategory].map(([category, rows]) => [category, sum(rows)]))
  return ordered.map(({ id, name, category }, index) => {
    const target = targets[index] ?? 0
    const key = category.toLowerCase()
    const isLast = !ordered.slice(index + 1).some((other) => other.category.toLowerCase() === key)
    const open = left.get(key) ?? sum([])
    const done = isLast ? open.done : Math.min(target, open.done)
    const correct = Math.min(done, open.correct)
    left.set(key, { done: open.done - done, correct: open.correct - correct })
    return { id, name, category, target, done, correct }
  })
}

const sum = (rows: readonly PlanAnswers[]) =>
  rows.reduce(({ done, correct }, row) => ({ done: done + row.answered, correct: correct + row.correct }), {
    done: 0,
    correct: 0,
  })

export type PlanState = 'not-started' | 'running' | 'paused'
export type PlanCommand = 'start' | 'pause' | 'reset'

export const eventTypeOf = {
  start: 'PlanStarted',
  pause: 'PlanPaused',
  reset: 'PlanReset',
} as const satisfies Record<PlanCommand, LearnerEventType>

/**
 * The events of a command about a plan; none if the plan is already in that state.
 * @param eventId of the event, if there is one
 * @throws {DomainError} conflict, `plan_not_started`
 */
export function decidePlanCommand(
  command: PlanCommand,
  state: PlanState,
  moment: PlanMomentData,
  { totalQuestions }: { totalQuestions: number },
  eventId: string,
): IdentifiedEvent[] {
  if (command === 'start') {
    if (state === 'running') return []
    return [{ type: 'PlanStarted', eventId, data: { ...moment, totalQuestions } }]
  }
  if (state === 'not-started') throw notStarted()
  if (command === 'reset') return [{ type: 'PlanReset', eventId, data: moment }]
  return state === 'paused' ? [] : [{ type: 'PlanPaused', eventId, data: moment }]
}

const notStarted = () =>
  new DomainError({
    kind: 'conflict',
    code: 'plan_not_started',
    message: 'This plan has not been started',
  })

/** A learner's plans: started templates, then custom plans; newest first. */
export async function readPlans(
  db: Db,
  learnerId: string,
  now: Date,
  asked?: string,
): Promise<PlanProgress[]> {
  const [started, own, answers, timeZone] = await Promise.all([
    readStartedPlans(db, learnerId),
    readCustomPlans(db, learnerId),
    readPlanAnswers(db, learnerId),
    asked ?? readZone(db, learnerId),
  ])
  const templates = await readDefinitions(db, 'plan', [...started.keys()])
  const stated: StatedPlan[] = [
    ...[...started.keys()].flatMap((planId): StatedPlan[] => {
      const template = templates.get(planId)
      return template ? [{ planId, origin: 'template', stated: template }] : []
    }),
    ...[...own].map(([planId, plan]): StatedPlan => ({ planId, origin: 'own', stated: plan })),
  ]
  const today = localDay(now, timeZone)
  return stated.map((plan) =>
    toPlanProgress(plan, started.get(plan.planId), answers.get(plan.planId) ?? [], today),
  )
}

/** What a running plan asks for on each day from today. */
export interface StudyDays {
  planId: string
  name: string
  /** Questions that are left of today, then those of the days after it. */
  questions: readonly number[]
}

export const studyDaysOf = (plans: readonly PlanProgress[]): StudyDays[] =>
  plans.flatMap(({ planId, name, state, currentDay, days }) => {
    if (state !== 'running' || currentDay === null) return []
    const [today, ...later] = days.slice(currentDay - 1)
    const left = today ? Math.max(0, today.target - today.done) : 0
    return [{ planId, name, questions: [left, ...later.map(({ target }) => target)] }]
  })

/**
 * A plan that a learner may start: one of their custom plans, or a template on offer.
 * @throws {DomainError} not-found, `plan_not_found`
 */
export async function requirePlan(
  { db }: Database<ProgressTables>,
  learnerId: string,
  planId: string,
): Promise<StatedPlan['stated']> {
  const own = (await readCustomPlans(db, learnerId)).get(planId)
  if (own !== undefined) return own
  const template = await findDefinition(db, 'plan', planId)
  if (template?.isActive) return template
  throw planNotFound()
}

export const planNotFound = () =>
  new DomainError({ kind: 'not-found', code: 'plan_not_found', message: 'Plan not found' })
