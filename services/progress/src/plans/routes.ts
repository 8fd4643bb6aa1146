import { randomUUID } from 'node:crypto'
import {
  createCustomPlan,
  DomainError,
  deleteCustomPlan,
  listPlanProgress,
  type PlanProgress,
  pausePlan,
  QUOTAS,
  quotaExceeded,
  resetPlan,
  startPlan,
  updateCustomPlan,
} from '@rehearse/contracts'
import type { EventLog } from '@rehearse/event-store'
import { type App, type Database, principalOf, serve } from '@rehearse/service-kit'
import type { LearnerEvent } from '../learner/events.ts'
import { type CommandHandler, requestMetadata, wasHandled } from '../learner-store/command-handler.ts'
import { eventIdOf } from '../learner-store/commit-learners.ts'
import type { ProgressTables } from '../tables.ts'
import { decidePlanCommand, eventTypeOf, planNotFound, readPlans, requirePlan, stateOf } from './plan-view.ts'
import { changeCustomPlan, readStartedPlans, removeCustomPlan, storeCustomPlan } from './repository.ts'

/** Lists a learner's plans, and creates, changes and deletes custom plans. */
export function customPlanRoutes(app: App, database: Database<ProgressTables>): void {
  const { db } = database

  serve(app, listPlanProgress, async (request) => ({
    success: true as const,
    plans: await readPlans(database.db, principalOf(request).id, new Date()),
  }))

  serve(app, createCustomPlan, async (request, reply) => {
    const { id } = principalOf(request)
    const { planId: given, ...plan } = request.body
    const key = request.headers['idempotency-key']
    const planId = given?.toLowerCase() ?? (key === undefined ? randomUUID() : eventIdOf(id, 'own plan', key))
    if (!(await storeCustomPlan(db, id, planId, plan, new Date()))) throw noRoom()
    return reply.code(201).send({ success: true as const, plan: await requireProgress(id, planId) })
  })

  serve(app, updateCustomPlan, async (request) => {
    const { id } = principalOf(request)
    const { planId } = request.params
    if (!(await changeCustomPlan(db, id, planId, request.body, new Date()))) throw planNotFound()
    return { success: true as const, plan: await requireProgress(id, planId) }
  })

  serve(app, deleteCustomPlan, async (request) => {
    await removeCustomPlan(db, principalOf(request).id, request.params.planId)
    return { success: true as const, message: 'Plan removed' }
  })

  async function requireProgress(learnerId: string, planId: string): Promise<PlanProgress> {
    const plans = await readPlans(database.db, learnerId, new Date())
    const plan = plans.find((one) => one.planId === planId)
    if (plan === undefined) throw planNotFound()
    return plan
  }
}

const noRoom = () =>
  new DomainError({ kind: 'conflict', code: 'too_many_plans', message: 'There is no room for more plans' })

interface PlanCommandDependencies {
  database: Database<ProgressTables>
  log: EventLog
  handleCommand: CommandHandler
}

/** Starts, pauses and resets plans. */
export function planCommandRoutes(app: App, { database, log, handleCommand }: PlanCommandDependencies): void {
  const { db } = database
  const commands = [
    ['start', startPlan],
    ['pause', pausePlan],
    ['reset', resetPlan],
  ] as const
  for (const [command, endpoint] of commands) {
    serve(app, endpoint, async (request) => {
      const { id: learnerId } = principalOf(request)
      const { planId } = request.params
      const stated = await requirePlan(database, learnerId, planId)
      const at = new Date()
      const key = request.headers['idempotency-key']
      const eventId = key === undefined ? randomUUID() : eventIdOf(learnerId, 'plan', key)
      await handleCommand({
        learnerId,
        metadata: requestMetadata(),
        at,
        charges: [{ quota: 'plan-changes', amount: 1 }],
        decide: async (learner) => {
          const isSame = ({ type, data }: LearnerEvent) =>
            type === eventTypeOf[command] && 'planId' in data && data.planId === planId
          if (key !== undefined && (await wasHandled(log, db, eventId, isSame))) return []
          const started = await readStartedPlans(db, learnerId)
          // Each started plan has an entry in the learner's totals, which every answer writes.
          if (!started.has(planId) && started.size >= QUOTAS['started-plans'].total) {
            throw quotaExceeded('started-plans', 'total')
          }
          const state = stateOf(started.get(planId))
          const timeZone = request.body?.timeZone ?? learner.state.timeZone
          const moment = { learnerId, planId, timeZone, at: at.toISOString() }
          return decidePlanCommand(command, state, moment, stated, eventId)
        },
      })
      const plan = (await readPlans(database.db, learnerId, new Date())).find((one) => one.planId === planId)
      if (plan === undefined) throw planNotFound()
      return { success: true as const, plan }
    })
  }
}
