import { planMomentInput, planParams, planProgressReply } from '@rehearse/contracts'
import { type App, type Database, principalOf } from '@rehearse/service-kit'
import { requestMetadata } from '../commands/request-metadata.ts'
import type { Recorder } from '../db/recorder.ts'
import type { ProgressTables } from '../db/tables.ts'
import { movePlan, type PlanMove } from './plan-moves.ts'
import { stateOf } from './plan-view.ts'
import { readStartedPlans } from './queries.ts'
import { planNotFound, readPlans, requirePlan } from './read-plans.ts'

const summaries: Readonly<Record<PlanMove, string>> = {
  start: 'Start a plan, or go on with one that is paused',
  pause: 'Pause a plan: its days stand still',
  reset: 'Begin a plan anew, today',
}

/** Plans started, paused and begun anew. */
export function planMoveRoutes(app: App, database: Database<ProgressTables>, record: Recorder): void {
  const { db } = database
  for (const move of ['start', 'pause', 'reset'] as const) {
    app.post(
      `/api/progress/plans/:planId/${move}`,
      {
        config: { access: 'learner' },
        schema: {
          tags: ['progress'],
          summary: summaries[move],
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
        await record({
          learnerId,
          metadata: requestMetadata(),
          at,
          decide: async ({ standing }) => {
            const state = stateOf((await readStartedPlans(db, learnerId)).get(planId))
            const timeZone = request.body?.timeZone ?? standing.timeZone
            return movePlan(move, state, { learnerId, planId, timeZone, at: at.toISOString() }, stated)
          },
        })
        const plan = (await readPlans(database, learnerId, new Date())).find((one) => one.planId === planId)
        if (plan === undefined) throw planNotFound()
        return { success: true as const, plan }
      },
    )
  }
}
