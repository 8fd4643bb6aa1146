import type { AnswerRegradedData } from '@rehearse/contracts'
import type { Projection } from '@rehearse/event-store'
import { sql, type Transaction } from 'kysely'
import { type AnswerEvent, isAnswer } from '../learner/answer-event.ts'
import { regradeOf } from '../learner/regrade.ts'
import { regradesOf } from '../learner/regrades-of.ts'
import type { ResetEvent } from '../learner/reset-event.ts'
import type { ProgressTables } from '../tables.ts'
import { runsBetweenResets } from './runs-between-resets.ts'
import { sumBy } from './sum-by.ts'

type Trx = Transaction<ProgressTables>

/** Figures by section and category. */
export const figuresProjection: Projection<ProgressTables> = {
  name: 'figures',
  tables: ['learner_figure'],
  apply: async (trx, events) => {
    for (const run of runsBetweenResets(events)) {
      await add(trx, run.events.filter(isAnswer))
      for (const regraded of regradesOf(run.events)) await correct(trx, regraded)
      if (run.reset !== null) await forget(trx, run.reset)
    }
  },
}

async function add(trx: Trx, answers: readonly AnswerEvent[]): Promise<void> {
  if (answers.length === 0) return
  const rows = [
    ...sumBy(answers, ({ data }) => [data.learnerId, 'section', data.section]),
    ...sumBy(answers, ({ data }) => [data.learnerId, 'category', data.category]),
  ]
  await sql`
      insert into learner_figure (learner_id, dimension, key, answered, correct, time_spent, last_at)
      select * from unnest(
        ${rows.map((row) => row.key[0])}::text[], ${rows.map((row) => row.key[1])}::text[],
        ${rows.map((row) => row.key[2])}::text[], ${rows.map((row) => row.answered)}::int[],
        ${rows.map((row) => row.correct)}::int[], ${rows.map((row) => row.timeSpent)}::float8[],
        ${rows.map((row) => row.lastAt)}::timestamptz[])
      on conflict (learner_id, dimension, key) do update set
        answered = learner_figure.answered + excluded.answered,
        correct = learner_figure.correct + excluded.correct,
        time_spent = learner_figure.time_spent + excluded.time_spent,
        last_at = greatest(learner_figure.last_at, excluded.last_at)`.execute(trx)
}

async function correct(trx: Trx, regraded: AnswerRegradedData): Promise<void> {
  const { learnerId, counts, category, section } = regraded
  await sql`
    update learner_figure set correct = correct + ${regradeOf(regraded).correct}
    where learner_id = ${learnerId} and ((dimension = 'category' and key = ${category})
      or (${counts.section} and dimension = 'section' and key = ${section}))`.execute(trx)
}

/** All of them, or those of a section: its mastery begins anew. */
async function forget(trx: Trx, { data }: ResetEvent): Promise<void> {
  if (data.scope !== 'section' && data.scope !== 'all') return
  await sql`
    delete from learner_figure
    where learner_id = ${data.learnerId} and (${data.scope} = 'all' or (dimension = 'section' and key = ${data.id}))
    `.execute(trx)
}
