import type { PlanMomentData } from '@rehearse/contracts'
import { DomainError } from '@rehearse/contracts/errors'
import type { FactType } from '../learner/fact.ts'
import type { NamedFact } from '../learner-store/derived-events.ts'

export type PlanState = 'not-started' | 'running' | 'paused'
export type PlanMove = 'start' | 'pause' | 'reset'

export const factOf = {
  start: 'PlanStarted',
  pause: 'PlanPaused',
  reset: 'PlanReset',
} as const satisfies Record<PlanMove, FactType>

/**
 * What follows from an order about a plan: nothing where it is so already.
 * @param eventId of the fact, where there is one
 * @throws {DomainError} conflict, `plan_not_started`
 */
export function movePlan(
  move: PlanMove,
  state: PlanState,
  moment: PlanMomentData,
  { totalQuestions }: { totalQuestions: number },
  eventId: string,
): NamedFact[] {
  if (move === 'start') {
    if (state === 'running') return []
    return [{ type: 'PlanStarted', eventId, data: { ...moment, totalQuestions } }]
  }
  if (state === 'not-started') throw notStarted()
  if (move === 'reset') return [{ type: 'PlanReset', eventId, data: moment }]
  return state === 'paused' ? [] : [{ type: 'PlanPaused', eventId, data: moment }]
}

const notStarted = () =>
  new DomainError({
    kind: 'conflict',
    code: 'plan_not_started',
    message: 'This plan has not been started',
  })
