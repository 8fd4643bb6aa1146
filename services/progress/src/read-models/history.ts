import type { AnswerRegradedData } from '@rehearse/contracts'
import type { Projection } from '@rehearse/event-store'
import { sql, type Transaction } from 'kysely'
import { type AnswerEvent, isAnswer } from '../learner/answer-event.ts'
import { localDay } from '../learner/local-day.ts'
import { regradesOf } from '../learner/regrades-of.ts'
import type { ProgressTables } from '../tables.ts'

type Trx = Transaction<ProgressTables>

/** A row for each answer: what history lists, and what sessions and plans count. */
export const answersProjection: Projection<ProgressTables> = {
  name: 'answers',
  tables: ['learner_answer'],
  apply: async (trx, events) => {
    await add(trx, events.filter(isAnswer))
    for (const regraded of regradesOf(events)) await correct(trx, regraded)
  },
}

async function add(trx: Trx, answers: readonly AnswerEvent[]): Promise<void> {
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
}

async function correct(trx: Trx, regraded: AnswerRegradedData): Promise<void> {
  const { learnerId, answeredAt, progressId, isCorrect } = regraded
  await sql`
    update learner_answer set correct = ${isCorrect}
    where learner_id = ${learnerId} and answered_at = ${answeredAt} and event_id = ${progressId}`.execute(trx)
}
