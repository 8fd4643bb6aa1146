import type { AnswerSubmittedData, UnfinishedSession, UnfinishedSessionInput } from '@rehearse/contracts'
import { UNFINISHED_SESSIONS } from '@rehearse/contracts'
import type { EventLog } from '@rehearse/event-store'
import { isErased } from '@rehearse/event-store'
import { type Selectable, sql } from 'kysely'
import { learnerStream } from '../learner/events.ts'
import { responseOf } from '../learner/grading.ts'
import { answerPoints } from '../learner/points.ts'
import { answerEventId } from '../learner-store/commit-learners.ts'
import type { Db, ProgressTables } from '../tables.ts'

type Row = Selectable<ProgressTables['learner_unfinished_session']>

/** A learner's sessions that haven't expired, newest first, with the answers that the log has. */
export async function readUnfinished(
  db: Db,
  log: EventLog,
  learnerId: string,
  sessionId?: string,
): Promise<UnfinishedSession[]> {
  let query = db
    .selectFrom('learner_unfinished_session')
    .selectAll()
    .where('learner_id', '=', learnerId)
    .where('updated_at', '>', expiry())
    .orderBy('updated_at', 'desc')
  if (sessionId !== undefined) query = query.where('session_id', '=', sessionId)
  const rows = await query.execute()
  const eventIds = rows.flatMap((row) => row.answer_ids.map((id) => answerEventId(learnerId, id)))
  const events = eventIds.length > 0 ? await log.reader(db).readById(eventIds) : []
  const answers = new Map(
    events.map(({ data }) => [(data as AnswerSubmittedData).answerId, data as AnswerSubmittedData]),
  )
  return rows.map((row) => toSession(row, answers))
}

/**
 * Stores a session. Of an existing one only the corrected questions change, to those of all devices. The oldest ones
 * over the limit are deleted, and expired ones. Changes nothing after an erasure.
 */
export async function storeUnfinished(
  db: Db,
  learnerId: string,
  sessionId: string,
  { settings, startedAt, questions, corrected }: UnfinishedSessionInput,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`
      insert into learner_unfinished_session as stored
        (learner_id, session_id, settings, question_ids, answer_ids, corrected, started_at)
      select ${learnerId}, ${sessionId}, ${JSON.stringify(settings)}::jsonb,
        ${questions.map(({ questionId }) => questionId)}::uuid[],
        ${questions.map(({ answerId }) => answerId)}::uuid[], ${corrected}::uuid[], ${startedAt}
      where not ${isErased(sql`${learnerStream(learnerId)}`)}
      on conflict (learner_id, session_id) do update set updated_at = now(), corrected = array(
        select id from unnest(stored.question_ids) as id
        where id = any(stored.corrected) or id = any(excluded.corrected))`.execute(trx)
    await sql`
      delete from learner_unfinished_session where learner_id = ${learnerId} and session_id not in (
        select session_id from learner_unfinished_session
        where learner_id = ${learnerId} and updated_at > ${expiry()}
        order by updated_at desc limit ${UNFINISHED_SESSIONS.count})`.execute(trx)
  })
}

export async function removeUnfinished(db: Db, learnerId: string, sessionId: string): Promise<void> {
  await db
    .deleteFrom('learner_unfinished_session')
    .where('learner_id', '=', learnerId)
    .where('session_id', '=', sessionId)
    .execute()
}

const expiry = (): Date => new Date(Date.now() - UNFINISHED_SESSIONS.days * 24 * 60 * 60 * 1_000)

function toSession(row: Row, answers: ReadonlyMap<string, AnswerSubmittedData>): UnfinishedSession {
  return {
    id: row.session_id,
    settings: row.settings,
    startedAt: row.started_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    questions: row.question_ids.map((questionId, at) => {
      const answerId = row.answer_ids[at] ?? ''
      const given = answers.get(answerId)
      return { questionId, answerId, answer: given?.questionId === questionId ? toAnswer(given) : null }
    }),
    corrected: row.corrected,
  }
}

const toAnswer = (data: AnswerSubmittedData): UnfinishedSession['questions'][number]['answer'] => ({
  isCorrect: data.isCorrect,
  selectedOptionIds: data.selectedOptionIds,
  response: responseOf(data),
  points: answerPoints(data),
  timeSpent: data.timeSpent,
})
