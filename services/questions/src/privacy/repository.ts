import { createHash } from 'node:crypto'
import { ENTRY_VERSIONS_MAX, RESTORABLE_FOR } from '@rehearse/contracts'
import type { Backend } from '@rehearse/service-kit'
import { sql } from 'kysely'
import type { Db, Tables, Trx } from '../tables.ts'
import { removeUndoneNodes } from '../taxonomy/edit-nodes.ts'

/** Milliseconds between sweeps. */
const day = 24 * 60 * 60 * 1000

/** Sweeps once the schema is ready, and daily from then on. */
export function startRetentionJob({ app, database: { db }, runPeriodically }: Backend<Tables>): void {
  runPeriodically('retention', day, async () => {
    const questions = await sweep(db, new Date())
    if (questions > 0) app.log.info({ questions }, 'erased expired questions')
  })
}

/** Milliseconds for which notifications about comments are kept, read or not. */
const NOTIFICATIONS_KEPT_FOR = 90 * day

/** Questions per transaction. */
const batchSize = 500

/**
 * Erases questions whose deletion can no longer be undone, and taxonomy nodes that only they used. Does nothing while
 * another replica is sweeping.
 * @returns the number of erased questions
 */
export async function sweep(db: Db, now: Date): Promise<number> {
  const restorable = new Date(now.getTime() - RESTORABLE_FOR)
  for (let swept = 0; ; ) {
    const batch = await db
      .transaction()
      .execute(async (trx) =>
        (await lockRetention(trx)) ? eraseDeletedBefore(trx, restorable, batchSize) : 0,
      )
    swept += batch
    if (batch === batchSize) continue
    await db.transaction().execute(removeUndoneNodes)
    await eraseEntryVersions(db, restorable)
    await eraseComments(db, restorable, now)
    return swept
  }
}

/** Erases library entries and taxonomy nodes that were deleted before a time, and the oldest versions of the others. */
async function eraseEntryVersions(db: Db, moment: Date): Promise<void> {
  await sql`
    delete from entry_version using (
      select distinct on (kind, entry_id) kind, entry_id, action, changed_at
      from entry_version order by kind, entry_id, position desc) as newest
    where newest.action = 'deleted' and newest.changed_at < ${moment}
      and entry_version.kind = newest.kind and entry_version.entry_id = newest.entry_id`.execute(db)
  await sql`
    delete from entry_version using (
      select id, row_number() over (partition by kind, entry_id order by position desc) as age
      from entry_version) as numbered
    where numbered.id = entry_version.id and age > ${ENTRY_VERSIONS_MAX}`.execute(db)
}

/** Erases the comments on content that was deleted before a time, and old notifications. */
async function eraseComments(db: Db, moment: Date, now: Date): Promise<void> {
  await sql`delete from comment where content_deleted_at < ${moment}`.execute(db)
  await sql`
    delete from comment_notification
    where created_at < ${new Date(now.getTime() - NOTIFICATIONS_KEPT_FOR)}`.execute(db)
}

/**
 * Allows one sweep at a time among all replicas, until the transaction ends. @returns whether the lock was acquired
 */
export async function lockRetention(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ ours: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('question retention')) as ours`.execute(trx)
  return rows[0]?.ours === true
}

/**
 * Erases up to `limit` questions that were deleted before a time. The versions of a question that was ever answered
 * stay.
 * @returns the number of erased questions
 */
async function eraseDeletedBefore(trx: Trx, moment: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    delete from question where id in (
      select id from question where deleted_at < ${moment} order by id limit ${limit} for update skip locked
    ) returning id`.execute(trx)
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) return 0
  await sql`
    delete from question_version where question_id = any(${ids}::uuid[]) and not exists (
      select from question_usage
      where question_usage.question_id = question_version.question_id and usage_count > 0
    )`.execute(trx)
  // Removes the position in the list of most used questions; the count stays, since it protects the versions.
  await sql`update question_usage set position = null where question_id = any(${ids}::uuid[])`.execute(trx)
  await sql`update question_statistics set position = null where question_id = any(${ids}::uuid[])`.execute(
    trx,
  )
  await sql`delete from bulk_action_question where question_id = any(${ids}::uuid[])`.execute(trx)
  return ids.length
}

/**
 * Erases all data about a learner: their reports, the solutions opened to them, stored responses to repeated writes,
 * and dead-lettered messages about them. When repeated, it finds nothing. A fingerprint records the erasure, so that
 * a late event about the learner is not stored.
 * @returns the number of erased rows
 */
export async function eraseLearner(trx: Trx, learnerId: string): Promise<number> {
  await recordErasure(trx, learnerId)
  const aboutThem = `"learnerId":${JSON.stringify(learnerId)}`
  const erased = [
    await sql`delete from question_report where reported_by = ${learnerId}`.execute(trx),
    await sql`delete from challenge_opening where learner_id = ${learnerId}`.execute(trx),
    await sql`delete from idempotent_reply where actor = ${learnerId}`.execute(trx),
    await sql`delete from parked_message where position(${aboutThem} in payload) > 0`.execute(trx),
  ]
  return erased.reduce((count, { numAffectedRows = 0n }) => count + Number(numAffectedRows), 0)
}

// The id itself would identify a learner who asked to be erased; ids are random, so their digest reveals nothing.
const fingerprint = (learnerId: string): Buffer => createHash('sha256').update(learnerId).digest()

/** Records that a learner was erased. Waits for transactions that are writing about them. */
async function recordErasure(trx: Trx, learnerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${learnerId}, 0))`.execute(trx)
  await trx
    .insertInto('erased_learner')
    .values({ fingerprint: fingerprint(learnerId) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Which of these learners have been erased. None of the others can be erased before the transaction ends: an erasure
 * that starts meanwhile waits for it, and then finds what it wrote.
 */
export async function erasedAmong(trx: Trx, learnerIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (learnerIds.length === 0) return new Set()
  const ids = [...new Set(learnerIds)]
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(id, 0)) from unnest(${ids}::text[]) as id`.execute(
    trx,
  )
  const rows = await trx
    .selectFrom('erased_learner')
    .select('fingerprint')
    .where('fingerprint', 'in', ids.map(fingerprint))
    .execute()
  const erased = new Set(rows.map((row) => row.fingerprint.toString('hex')))
  return new Set(ids.filter((id) => erased.has(fingerprint(id).toString('hex'))))
}
