import type { PlanMomentData, ProgressResetData } from '@rehearse/contracts'
import type { Projection } from '@rehearse/event-store'
import { sql, type Transaction } from 'kysely'
import { localDay } from '../learner/local-day.ts'
import { ofType } from '../learner/of-type.ts'
import type { ProgressTables } from '../tables.ts'

type Trx = Transaction<ProgressTables>

/** Plans that learners have started, with their pauses. */
export const plansProjection: Projection<ProgressTables> = {
  name: 'plans',
  tables: ['learner_plan'],
  apply: async (trx, events) => {
    for (const event of events) {
      if (ofType(event, 'PlanStarted')) await start(trx, event.data)
      if (ofType(event, 'PlanPaused')) await pause(trx, event.data)
      if (ofType(event, 'PlanReset')) await beginAnew(trx, event.data, event.data.planId)
      if (ofType(event, 'ProgressReset')) await reset(trx, event.data)
    }
  },
}

/** Begins a plan; one that is paused goes on. */
async function start(trx: Trx, data: PlanMomentData): Promise<void> {
  await sql`
    insert into learner_plan (learner_id, plan_id, started_at, started_on)
    values (${data.learnerId}, ${data.planId}, ${data.at}, ${dayOf(data)})
    on conflict (learner_id, plan_id) do update set
      pauses = jsonb_set(learner_plan.pauses, '{-1,to}', to_jsonb(excluded.started_on))
    where learner_plan.pauses #> '{-1,to}' = 'null'`.execute(trx)
}

async function pause(trx: Trx, data: PlanMomentData): Promise<void> {
  await sql`
    update learner_plan set pauses = pauses || ${JSON.stringify([{ from: dayOf(data), to: null }])}::jsonb
    where learner_id = ${data.learnerId} and plan_id = ${data.planId}`.execute(trx)
}

async function reset(trx: Trx, data: ProgressResetData): Promise<void> {
  if (data.scope === 'plan' || data.scope === 'all') await beginAnew(trx, data, data.id)
}

/** One plan, or with null all of them. */
async function beginAnew(
  trx: Trx,
  data: Pick<PlanMomentData, 'learnerId' | 'at' | 'timeZone'>,
  planId: string | null,
): Promise<void> {
  await sql`
    update learner_plan set started_at = ${data.at}, started_on = ${dayOf(data)}, pauses = '[]'
    where learner_id = ${data.learnerId} and (${planId}::text is null or plan_id = ${planId})`.execute(trx)
}

const dayOf = ({ at, timeZone }: { at: string; timeZone: string }) => localDay(new Date(at), timeZone)
