import type { Projection } from '@rehearse/event-store'
import { sql } from 'kysely'
import type { ProgressTables } from '../../db/tables.ts'
import { isAnswer } from '../../domain/answer-event.ts'
import { sumBy } from '../sum-by.ts'

/** Attempts and right answers by question. */
export const questionsProjection: Projection<ProgressTables> = {
  name: 'questions',
  apply: async (trx, events) => {
    const answers = events.filter(isAnswer)
    if (answers.length === 0) return
    const rows = sumBy(answers, ({ data }) => [data.learnerId, data.questionId])
    await sql`
      insert into learner_question (learner_id, question_id, attempts, answered, correct, last_answered_at)
      select * from unnest(
        ${rows.map((row) => row.key[0])}::text[], ${rows.map((row) => row.key[1])}::uuid[],
        ${rows.map((row) => Math.max(...row.events.map(({ data }) => data.attempt)))}::int[],
        ${rows.map((row) => row.answered)}::int[], ${rows.map((row) => row.correct)}::int[],
        ${rows.map((row) => row.lastAt)}::timestamptz[])
      on conflict (learner_id, question_id) do update set
        attempts = greatest(learner_question.attempts, excluded.attempts),
        answered = learner_question.answered + excluded.answered,
        correct = learner_question.correct + excluded.correct,
        last_answered_at = greatest(learner_question.last_answered_at, excluded.last_answered_at)`.execute(
      trx,
    )
  },
  reset: async (trx) => {
    await trx.deleteFrom('learner_question').execute()
  },
}
