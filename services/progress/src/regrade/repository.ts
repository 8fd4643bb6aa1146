import type { Notice } from '@rehearse/contracts'
import type { EventLog } from '@rehearse/event-store'
import { type Selectable, sql } from 'kysely'
import { commitLearners, retryLostRace } from '../learner-store/commit-learners.ts'
import type { ReadModels } from '../read-models/follow-log.ts'
import type { Db, ProgressTables, Trx } from '../tables.ts'
import {
  addChanges,
  type Changes,
  decidePage,
  noChanges,
  type RegradePage,
  type RegradeRequest,
} from './regrade-page-repository.ts'

export type Regrade = Selectable<ProgressTables['regrade']>

/** The changes that a regrade would make, computed like the regrade itself but not recorded. */
export async function planRegrade(
  db: Db,
  log: EventLog,
  readModels: FindsAnswers,
  wanted: RegradeRequest,
): Promise<Changes> {
  await readModels.reachEnd()
  let sum = noChanges
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page: RegradePage = await decidePage(db, log, readModels, wanted, after)
    sum = addChanges(sum, page.changes)
    after = page.last
  }
  return sum
}

/** Updates the list of answers first, since a missing answer would never be regraded. */
type FindsAnswers = Pick<ReadModels, 'reachEnd'>

/** Queues a regrade; a finished one runs again, for answers given since. */
export async function requestRegrade(db: Db, wanted: RegradeRequest, requestedBy: string): Promise<void> {
  await sql`
    insert into regrade (question_id, question_version, key_version, requested_by)
    values (${wanted.questionId}, ${wanted.version}, ${wanted.keyVersion}, ${requestedBy})
    on conflict (question_id, question_version, key_version) do update set finished_at = null, after_learner = ''
    where regrade.finished_at is not null`.execute(db)
}

export async function findRegrade(db: Db, wanted: RegradeRequest): Promise<Regrade | undefined> {
  return db
    .selectFrom('regrade')
    .selectAll()
    .where('question_id', '=', wanted.questionId)
    .where('question_version', '=', wanted.version)
    .where('key_version', '=', wanted.keyVersion)
    .executeTakeFirst()
}

/** What a regrade has changed so far. */
export const changesSoFar = (regrade: Regrade): Changes => ({
  answers: regrade.answers,
  learners: regrade.learners,
  points: regrade.points,
  badges: regrade.badges,
  gains: { points: regrade.points_gained, learners: regrade.learners_gaining },
  losses: { points: regrade.points_lost, learners: regrade.learners_losing },
})

/**
 * Regrades the answers of one page of learners, for the oldest unfinished request. Events and progress are stored in
 * one transaction, so an interrupted run resumes there; a row lock limits it to one replica at a time.
 * @returns whether there was anything to do
 */
export async function regradePage(db: Db, log: EventLog, readModels: FindsAnswers): Promise<boolean> {
  await readModels.reachEnd()
  return retryLostRace(() =>
    db.transaction().execute(async (trx) => {
      const { rows } = await sql<Regrade>`
        select * from regrade where finished_at is null order by requested_at, question_id limit 1 for update`.execute(
        trx,
      )
      const job = rows[0]
      if (job === undefined) return false
      const wanted = {
        questionId: job.question_id,
        version: job.question_version,
        keyVersion: job.key_version,
      }
      const { changes, writes, last } = await decidePage(trx, log, readModels, wanted, job.after_learner)
      await commitLearners((work) => work(trx), log, writes)
      await advance(trx, job, changes, last)
      return true
    }),
  )
}

async function advance(trx: Trx, job: Regrade, changes: Changes, last: string | undefined): Promise<void> {
  await sql`
    update regrade set answers = answers + ${changes.answers}, learners = learners + ${changes.learners},
      points = points + ${changes.points}, badges = badges + ${changes.badges},
      points_gained = points_gained + ${changes.gains.points},
      learners_gaining = learners_gaining + ${changes.gains.learners},
      points_lost = points_lost + ${changes.losses.points},
      learners_losing = learners_losing + ${changes.losses.learners},
      after_learner = ${last ?? ''}, finished_at = case when ${last === undefined} then now() end
    where question_id = ${job.question_id} and question_version = ${job.question_version}
      and key_version = ${job.key_version}`.execute(trx)
}

/** A learner's notifications, newest first. */
export async function readNotifications(
  db: Db,
  learnerId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<Notice[]> {
  const rows = await db
    .selectFrom('learner_regrade as regraded')
    .leftJoin('answer_key as asked', (join) =>
      join
        .onRef('asked.question_id', '=', 'regraded.question_id')
        .onRef('asked.version', '=', 'regraded.question_version'),
    )
    .selectAll('regraded')
    .select('asked.title')
    .where('learner_id', '=', learnerId)
    .orderBy('regraded_at', 'desc')
    .orderBy('event_id')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map((row) => ({
    id: row.event_id,
    type: 'answer-regraded',
    at: row.regraded_at.toISOString(),
    questionId: row.question_id,
    questionVersion: row.question_version,
    title: row.title ?? '',
    answeredAt: row.answered_at.toISOString(),
    wasCorrect: row.was_correct,
    isCorrect: row.is_correct,
    points: row.points,
  }))
}

export async function countNotifications(db: Db, learnerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from learner_regrade where learner_id = ${learnerId}`.execute(db)
  return rows[0]?.count ?? 0
}
