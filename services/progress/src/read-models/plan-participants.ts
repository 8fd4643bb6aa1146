import type { Projection } from '@rehearse/event-store'
import { sql, type Transaction } from 'kysely'
import { ofType } from '../learner/of-type.ts'
import type { ProgressTables } from '../tables.ts'

type Trx = Transaction<ProgressTables>

/** How far learners have come with the plans that they started. */
export const planFunnelProjection: Projection<ProgressTables> = {
  name: 'plan-funnel',
  tables: ['plan_participant'],
  apply: async (trx, events) => {
    // A plan counts the answers after its start: in the order of the log, and those in a row together.
    let answered = new Map<string, { learnerId: string; planId: string; count: number }>()
    for (const event of events) {
      if (ofType(event, 'PlanStarted')) {
        await add(trx, [...answered.values()])
        answered = new Map()
        await start(trx, event.data)
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

async function start(
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
