import { createHash } from 'node:crypto'
import {
  type ChallengeAttemptedData,
  type ChallengeAttemptInput,
  type ChallengeProgress,
  QUOTAS,
  quotaExceeded,
} from '@rehearse/contracts'
import type { EventLog } from '@rehearse/event-store'
import type { ReadCollection } from '@rehearse/service-kit'
import { sql } from 'kysely'
import { learnerStream } from '../learner/events.ts'
import type { Db, ProgressTables, Trx } from '../tables.ts'
import { attemptEventId, type ChallengeState } from './attempt-challenge.ts'

/** A learner's state of a challenge, and the attempt with that id, if any. */
export async function readChallengeState(
  db: Db,
  log: EventLog,
  learnerId: string,
  { challengeId, attemptId }: { challengeId: string; attemptId?: string },
): Promise<ChallengeState> {
  const [row, events] = await Promise.all([
    db
      .selectFrom('learner_challenge')
      .select(['best', 'opened'])
      .where('learner_id', '=', learnerId)
      .where('challenge_id', '=', challengeId)
      .executeTakeFirst(),
    attemptId === undefined ? [] : log.reader(db).readById([attemptEventId(learnerId, attemptId)]),
  ])
  return {
    earlier: events[0]?.data as ChallengeAttemptedData | undefined,
    best: row?.best ?? 0,
    opened: row?.opened ?? null,
  }
}

/** All challenges that a learner has tried or opened. */
export async function readChallengeStates(db: Db, learnerId: string): Promise<ChallengeProgress[]> {
  return db
    .selectFrom('learner_challenge')
    .select(['challenge_id as challengeId', 'attempts', 'best', 'opened'])
    .where('learner_id', '=', learnerId)
    .orderBy('challenge_id')
    .execute()
}

/** The code that a learner submitted, and its test results. */
type SubmittedCode = Pick<ChallengeAttemptInput, 'code' | 'results'> &
  Partial<Pick<ChallengeAttemptInput, 'files'>>

/** Stored characters of each test output: enough to recognize it. */
const outputMax = 200

/** Undefined if there is no code. Test output is truncated, since the code can reproduce it. */
export function toSubmittedCode({ code, files = [], results }: SubmittedCode): SubmittedCode | undefined {
  if (!code.html && !code.css && !code.javascript && files.length === 0) return undefined
  return {
    code,
    ...(files.length > 0 && { files }),
    results: results.map(({ got, error, ...result }) => ({
      ...result,
      ...(got !== undefined && { got: cut(got) }),
      ...(error !== undefined && { error: cut(error) }),
    })),
  }
}

export const codeHash = (submitted: SubmittedCode): string =>
  createHash('sha256').update(JSON.stringify(submitted)).digest('hex')

export const codeBytes = (submitted: SubmittedCode): number => Buffer.byteLength(JSON.stringify(submitted))

/**
 * Stores the code of an attempt that was just recorded, encrypted with the learner's key. For each challenge only the
 * code of the best and of the latest attempt is stored; of several equally good attempts the latest counts as best.
 * @throws {DomainError} conflict, `quota_exceeded`, beyond a learner's total limit
 */
export async function storeCode(
  trx: Trx,
  log: EventLog,
  attempt: { learnerId: string; challengeId: string; eventId: string; rank: number },
  submitted: SubmittedCode,
): Promise<void> {
  const { learnerId, challengeId, eventId, rank } = attempt
  const seal = await log.sealOf<ProgressTables>(trx, learnerStream(learnerId))
  if (seal === undefined) throw new Error('an attempt was recorded without a key')
  const sealed = seal.close(eventId, submitted)
  await sql`
    delete from learner_challenge_code
    where learner_id = ${learnerId} and challenge_id = ${challengeId} and event_id not in (
      select event_id from learner_challenge_code
      where learner_id = ${learnerId} and challenge_id = ${challengeId} and rank > ${rank}
      order by rank desc, stored_at desc limit 1)`.execute(trx)
  const { rows } = await sql<{ bytes: number }>`
    with stored as (
      insert into learner_challenge_code (learner_id, challenge_id, event_id, rank, bytes, sealed)
      values (${learnerId}, ${challengeId}, ${eventId}, ${rank}, ${codeBytes(submitted)}, ${sealed})
      returning bytes)
    select (select bytes from stored) + coalesce(sum(bytes), 0)::float8 as bytes
    from learner_challenge_code where learner_id = ${learnerId}`.execute(trx)
  if ((rows[0]?.bytes ?? 0) > QUOTAS['challenge-code'].total) throw quotaExceeded('challenge-code', 'total')
}

/** A learner's decrypted code, for their export. */
export const codeCollection =
  (log: EventLog): ReadCollection<ProgressTables> =>
  async (db: Db, learnerId, { after, limit }) => {
    const offset = Number(after ?? 0)
    const rows = await db
      .selectFrom('learner_challenge_code')
      .selectAll()
      .where('learner_id', '=', learnerId)
      .orderBy('challenge_id')
      .orderBy('event_id')
      .limit(limit)
      .offset(offset)
      .execute()
    const seal = rows.length > 0 ? await log.sealOf(db, learnerStream(learnerId)) : undefined
    return {
      rows: rows.map((row) => ({
        challengeId: row.challenge_id,
        progressId: row.event_id,
        storedAt: row.stored_at.toISOString(),
        ...seal?.open(row.event_id, row.sealed),
      })),
      next: rows.length === limit ? String(offset + limit) : null,
    }
  }

/** Cuts the text without splitting a surrogate pair. */
function cut(text: string): string {
  const short = text.slice(0, outputMax)
  return short.isWellFormed() ? short : short.slice(0, -1)
}
