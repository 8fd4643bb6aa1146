import type { Projection } from '@rehearse/event-store'
import { sql } from 'kysely'
import type { ProgressTables } from '../../db/tables.ts'
import { isAnswer } from '../../domain/answer-event.ts'
import { sumBy } from '../sum-by.ts'

/** Figures by section and category. */
export const figuresProjection: Projection<ProgressTables> = {
  name: 'figures',
  apply: async (trx, events) => {
    const answers = events.filter(isAnswer)
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
  },
  reset: async (trx) => {
    await trx.deleteFrom('learner_figure').execute()
  },
}
