import type { LearningSession } from '@rehearse/contracts'
import { type RawBuilder, sql } from 'kysely'
import type { Day } from '../learner/days.ts'
import { charge } from '../learner-store/usage-repository.ts'
import type { Db, Trx } from '../tables.ts'

/** A new practice session. */
export interface NewSession {
  sessionId: string
  startedAt: Date
  day: Day
  learningMode: LearningSession['learningMode']
  planId: string | undefined
  sections: readonly string[]
  difficulty: LearningSession['difficulty']
}

export interface SessionChange {
  endedAt: Date | undefined
  sections: readonly string[] | undefined
  difficulty: LearningSession['difficulty'] | undefined
}

/** A page of a learner's sessions, newest first, and their total number. */
export async function readSessions(
  db: Db,
  learnerId: string,
  span: { limit: number; offset: number },
): Promise<{ sessions: LearningSession[]; totalCount: number }> {
  const [{ rows }, { rows: counts }] = await Promise.all([
    sessionPage(learnerId, span).execute(db),
    sql<{ count: number }>`
      select count(*)::int as count from learner_session where learner_id = ${learnerId}`.execute(db),
  ])
  return { sessions: rows.map(toSession), totalCount: counts[0]?.count ?? 0 }
}

/** One page of sessions. */
export const sessionPage = (learnerId: string, { limit, offset }: { limit: number; offset: number }) =>
  sql<SessionRow>`
    ${selectSessions(sql`
      select * from learner_session where learner_id = ${learnerId}
      order by started_at desc, session_id limit ${limit} offset ${offset}`)}
    order by session.started_at desc, session.session_id`

export async function findSession(
  db: Db,
  learnerId: string,
  sessionId: string,
): Promise<LearningSession | undefined> {
  const { rows } = await sql<SessionRow>`${selectSessions(sql`
    select * from learner_session where learner_id = ${learnerId} and session_id = ${sessionId}`)}`.execute(
    db,
  )
  return rows.map(toSession)[0]
}

/**
 * Stores a session; an existing one stays unchanged.
 * @throws {DomainError} conflict, `quota_exceeded`
 */
export async function storeSession(db: Db, learnerId: string, session: NewSession, at: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { numInsertedOrUpdatedRows } = await insertSession(trx, learnerId, session)
    const names = [session.sessionId, session.planId ?? '', ...session.sections]
    if (numInsertedOrUpdatedRows === 1n) await chargeSession(trx, learnerId, names, at)
  })
}

const insertSession = (db: Db, learnerId: string, session: NewSession) =>
  db
    .insertInto('learner_session')
    .values({
      learner_id: learnerId,
      session_id: session.sessionId,
      started_at: session.startedAt,
      day: session.day,
      learning_mode: session.learningMode,
      plan_id: session.planId ?? null,
      sections: [...session.sections],
      difficulty: session.difficulty,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()

/** Approximate bytes of a session without the names that the client sent. */
const sessionBytes = 150

const chargeSession = (trx: Trx, learnerId: string, names: readonly string[], at: Date): Promise<void> => {
  const amount = sessionBytes + Buffer.byteLength(names.join(','))
  return charge(trx, learnerId, [{ quota: 'practice-sessions', amount }], at)
}

/**
 * Fields absent from the change keep their value. New section names count as if they were stored in addition to those
 * they replace.
 * @throws {DomainError} conflict, `quota_exceeded`
 */
export async function changeSession(
  db: Db,
  learnerId: string,
  sessionId: string,
  change: SessionChange,
  at: Date,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (change.sections !== undefined) await chargeSession(trx, learnerId, change.sections, at)
    await updateSession(trx, learnerId, sessionId, change)
  })
}

async function updateSession(
  db: Db,
  learnerId: string,
  sessionId: string,
  change: SessionChange,
): Promise<void> {
  await sql`
    update learner_session set
      ended_at = coalesce(${change.endedAt ?? null}, ended_at),
      sections = coalesce(${change.sections ?? null}::text[], sections),
      difficulty = coalesce(${change.difficulty ?? null}, difficulty)
    where learner_id = ${learnerId} and session_id = ${sessionId}`.execute(db)
}

type SessionRow = Omit<LearningSession, 'startTime' | 'endTime' | 'createdAt'> & {
  startTime: Date
  endTime: Date | null
  createdAt: Date
}

/**
 * Sessions with their results: each question counts once, by its first attempt in the session.
 * @param chosen the sessions of a page: answers are counted only for these
 */
const selectSessions = (chosen: RawBuilder<unknown>) => sql`
  select session_id as "sessionId", started_at as "startTime", ended_at as "endTime",
    learning_mode as "learningMode", plan_id as "planId",
    answers.answered as "questionsAnswered", answers.correct as "correctAnswers",
    answers.time_spent as "timeSpent",
    case when cardinality(session.sections) > 0 then session.sections else answers.sections end as sections,
    difficulty, created_at as "createdAt"
  from (${chosen}) as session
  cross join lateral (
    select (count(*) filter (where is_first))::int as answered,
      (count(*) filter (where is_first and correct))::int as correct,
      coalesce(sum(time_spent), 0) as time_spent, coalesce(array_agg(distinct section), '{}') as sections
    from (
      select correct, time_spent, section,
        row_number() over (partition by question_id order by attempt, answered_at, event_id) = 1 as is_first
      from learner_answer
      where learner_answer.learner_id = session.learner_id
        and learner_answer.session_id = session.session_id) as answer) as answers`

const toSession = (row: SessionRow): LearningSession => ({
  ...row,
  startTime: row.startTime.toISOString(),
  endTime: row.endTime?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
})
