import { randomUUID } from 'node:crypto'
import {
  planMomentInput,
  planParams,
  planProgressReply,
  QUOTAS,
  quotaExceeded,
  repeatableHeaders,
} from '@rehearse/contracts'
import type { EventLog } from '@rehearse/event-store'
import { type App, type Database, principalOf } from '@rehearse/service-kit'
import type { Fact } from '../learner/fact.ts'
import type { Recorder } from '../learner-store/command-handler.ts'
import { eventIdOf } from '../learner-store/event-id.ts'
import { isCarriedOut } from '../learner-store/repeated-command.ts'
import { requestMetadata } from '../learner-store/request-metadata.ts'
import type { ProgressTables } from '../tables.ts'
import { factOf, movePlan, type PlanMove } from './plan-moves.ts'
import { stateOf } from './plan-view.ts'
import { readStartedPlans } from './queries.ts'
import { planNotFound, readPlans, requirePlan } from './read-plans.ts'

const summaries: Readonly<Record<PlanMove, string>> = {
  start: 'Start a plan, or go on with one that is paused',
  pause: 'Pause a plan: its days stand still',
  reset: 'Begin a plan anew, today',
}

export interface PlanMoveDependencies {
  database: Database<ProgressTables>
  log: EventLog
  record: Recorder
}

/** Plans started, paused and begun anew. */
export function planMoveRoutes(app: App, { database, log, record }: PlanMoveDependencies): void {
  const { db } = database
  for (const move of ['start', 'pause', 'reset'] as const) {
    app.post(
      `/api/progress/plans/:planId/${move}`,
      {
        config: { access: 'learner' },
        schema: {
          tags: ['progress'],
          summary: summaries[move],
          headers: repeatableHeaders,
          params: planParams,
          body: planMomentInput,
          response: { 200: planProgressReply },
        },
      },
      async (request) => {
        const { id: learnerId } = principalOf(request)
        const { planId } = request.params
        const stated = await requirePlan(database, learnerId, planId)
        const at = new Date()
        const key = request.headers['idempotency-key']
        const eventId = key === undefined ? randomUUID() : eventIdOf(learnerId, 'plan', key)
        await record({
          learnerId,
          metadata: requestMetadata(),
          at,
          charges: [{ quota: 'plan-changes', amount: 1 }],
          decide: async ({ standing }) => {
            const isSame = ({ type, data }: Fact) =>
              type === factOf[move] && 'planId' in data && data.planId === planId
            if (key !== undefined && (await isCarriedOut(log, db, eventId, isSame))) return []
            const started = await readStartedPlans(db, learnerId)
            // Each has an entry in the learner's totals, which are written with every answer.
            if (!started.has(planId) && started.size >= QUOTAS['started-plans'].total) {
              throw quotaExceeded('started-plans', 'total')
            }
            const state = stateOf(started.get(planId))
            const timeZone = request.body?.timeZone ?? standing.timeZone
            const moment = { learnerId, planId, timeZone, at: at.toISOString() }
            return movePlan(move, state, moment, stated, eventId)
          },
        })
        const plan = (await readPlans(database, learnerId, new Date())).find((one) => one.planId === planId)
        if (plan === undefined) throw planNotFound()
        return { success: true as const, plan }
      },
    )
  }
}
