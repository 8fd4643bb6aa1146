import type { PlanProgress } from '@rehearse/contracts'
import { DomainError } from '@rehearse/contracts/errors'
import type { Database } from '@rehearse/service-kit'
import { localDay } from '../learner/local-day.ts'
import { findDefinition, readDefinitions } from '../question-copies/definition-repository.ts'
import { readStanding } from '../stats/queries.ts'
import type { ProgressTables } from '../tables.ts'
import { readOwnPlans } from './own-plan-repository.ts'
import { type StatedPlan, toPlanProgress } from './plan-view.ts'
import { readPlanAnswers, readStartedPlans } from './queries.ts'

/** A learner's plans: the templates they have started, then their own; the latest first. */
export async function readPlans(
  { db }: Database<ProgressTables>,
  learnerId: string,
  now: Date,
): Promise<PlanProgress[]> {
  const [started, own, answers, { timeZone }] = await Promise.all([
    readStartedPlans(db, learnerId),
    readOwnPlans(db, learnerId),
    readPlanAnswers(db, learnerId),
    readStanding(db, learnerId),
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

/**
 * A plan that a learner may start: one of their own, or a template that is offered.
 * @throws {DomainError} not-found, `plan_not_found`
 */
export async function requirePlan(
  { db }: Database<ProgressTables>,
  learnerId: string,
  planId: string,
): Promise<StatedPlan['stated']> {
  const own = (await readOwnPlans(db, learnerId)).get(planId)
  if (own !== undefined) return own
  const template = await findDefinition(db, 'plan', planId)
  if (template?.isActive) return template
  throw planNotFound()
}

export const planNotFound = () =>
  new DomainError({ kind: 'not-found', code: 'plan_not_found', message: 'Plan not found' })
