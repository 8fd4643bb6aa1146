import type { PlanMomentData, ProgressResetData } from '@rehearse/contracts'
import type { Projection } from '@rehearse/event-store'
import { sql } from 'kysely'
import { localDay } from '../learner/days.ts'
import { ofType } from '../learner/events.ts'
import type { ProgressTables, Trx } from '../tables.ts'

/** Plans that learners have started, with their pauses. */
export const plansProjection: Projection<ProgressTables> = {
  name: 'plans',
  tables: ['learner_plan'],
  apply: async (trx, events) => {
    for (const event of events) {
      if (ofType(event, 'PlanStarted')) await start(trx, event.data)
      if (ofType(event, 'PlanPaused')) await pause(trx, event.data)
      if (ofType(event, 'PlanReset')) await restart(trx, event.data, event.data.planId)
      if (ofType(event, 'ProgressReset')) await reset(trx, event.data)
    }
  },
}

/** Starts a plan; a paused one is resumed. */
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
  if (data.scope === 'plan' || data.scope === 'all') await restart(trx, data, data.id)
}

/** Restarts one plan, or all if null. */
async function restart(
  trx: Trx,
  data: Pick<PlanMomentData, 'learnerId' | 'at' | 'timeZone'>,
  planId: string | null,
): Promise<void> {
  await sql`
    update learner_plan set started_at = ${data.at}, started_on = ${dayOf(data)}, pauses = '[]'
    where learner_id = ${data.learnerId} and (${planId}::text is null or plan_id = ${planId})`.execute(trx)
}

const dayOf = ({ at, timeZone }: { at: string; timeZone: string }) => localDay(new Date(at), timeZone)

/** How far learners have come in the plans that they started. */
export const planFunnelProjection: Projection<ProgressTables> = {
  name: 'plan-funnel',
  tables: ['plan_participant'],
  apply: async (trx, events) => {
    // A plan counts answers after its start, in log order; consecutive answers are added with one statement.
    let answered = new Map<string, { learnerId: string; planId: string; count: number }>()
    for (const event of events) {
      if (ofType(event, 'PlanStarted')) {
        await add(trx, [...answered.values()])
        answered = new Map()
        await addParticipant(trx, event.data)
      }
      if (!ofType(event, 'AnswerSubmitted')) continue
      const { learnerId, learningMode, planId } = event.data
      if (learningMode !== 'guided' || planId === null) continue
      const key = JSON.stringify([planId, learnerId])
      answered.set(key, { learnerId, planId, count: (answered.get(key)?.count ?? 0) + 1 })
    }
    await add(trx, [...answered.values()])
  },
}

async function addParticipant(
  trx: Trx,
  { learnerId, planId, totalQuestions }: { learnerId: string; planId: string; totalQuestions: number },
): Promise<void> {
  await sql`
    insert into plan_participant (plan_id, learner_id, total_questions, answered)
    values (${planId}, ${learnerId}, ${totalQuestions}, 0)
    on conflict (plan_id, learner_id) do update set total_questions = excluded.total_questions`.execute(trx)
}

async function add(
  trx: Trx,
  rows: readonly { learnerId: string; planId: string; count: number }[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update plan_participant set answered = answered + given.count
    from unnest(
      ${rows.map((row) => row.planId)}::text[], ${rows.map((row) => row.learnerId)}::text[],
      ${rows.map((row) => row.count)}::int[]) as given (plan_id, learner_id, count)
    where plan_participant.plan_id = given.plan_id and plan_participant.learner_id = given.learner_id`.execute(
    trx,
  )
}
