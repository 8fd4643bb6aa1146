import type { EventLog } from '@rehearse/event-store'
import { sql } from 'kysely'
import { learnerStream } from '../learner/events.ts'
import type { ProgressTables, Trx } from '../tables.ts'
import { accountErased } from './commit-learners.ts'

/** Encrypts and decrypts with a learner's key. */
export type Seal = NonNullable<Awaited<ReturnType<EventLog['sealOf']>>>

/**
 * Until the transaction ends, no other one stores an encrypted text of this learner (a draft, a mock interview) or
 * erases the learner. Earlier versions lock the same name.
 */
export async function lockSealedTexts(trx: Trx, learnerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('challenge_drafts'), hashtext(${learnerId}))`.execute(trx)
}

/**
 * The learner's key, which is created if there is none.
 * @throws {DomainError} gone, `account_erased`
 */
export async function requireSeal(trx: Trx, log: EventLog, learnerId: string): Promise<Seal> {
  const seal = await log.ensureSeal<ProgressTables>(trx, learnerStream(learnerId))
  if (seal !== undefined) return seal
  throw accountErased()
}
