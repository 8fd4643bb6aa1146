import type { Projection } from '@rehearse/event-store'
import { sql } from 'kysely'
import type { ProgressTables } from '../db/tables.ts'
import { isAnswer } from '../domain/answer-event.ts'
import { localDay } from '../domain/local-day.ts'

/** A row for each answer: what history lists, and what sessions and plans count. */
export const answersProjection: Projection<ProgressTables> = {
  name: 'answers',
  tables: ['learner_answer'],
  apply: async (trx, events) => {
    const answers = events.filter(isAnswer)
    if (answers.length === 0) return
    const rows = answers.map(({ data }) => data)
    await sql`
      insert into learner_answer (learner_id, answered_at, event_id, day, question_id, question_version, category,
        section, difficulty, attempt, correct, time_spent, session_id, plan_id)
      select * from unnest(
        ${rows.map((row) => row.learnerId)}::text[], ${rows.map((row) => row.answeredAt)}::timestamptz[],
        ${answers.map((event) => event.eventId)}::uuid[],
        ${rows.map((row) => localDay(new Date(row.answeredAt), row.timeZone))}::date[],
        ${rows.map((row) => row.questionId)}::uuid[], ${rows.map((row) => row.questionVersion)}::int[],
        ${rows.map((row) => row.category)}::text[], ${rows.map((row) => row.section)}::text[],
        ${rows.map((row) => row.difficulty)}::text[], ${rows.map((row) => row.attempt)}::int[],
        ${rows.map((row) => row.isCorrect)}::boolean[], ${rows.map((row) => row.timeSpent)}::float8[],
        ${rows.map((row) => row.sessionId)}::text[],
        ${rows.map((row) => (row.learningMode === 'guided' ? row.planId : null))}::text[])`.execute(trx)
  },
}
