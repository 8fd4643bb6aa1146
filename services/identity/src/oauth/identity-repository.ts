import type { SignInProviderName } from '@rehearse/contracts'
import { sql } from 'kysely'
import type { Db, IdentityRow, LearnerRow, Trx } from '../tables.ts'

export interface ForeignId {
  provider: SignInProviderName
  subject: string
}

/** Makes others with the same account elsewhere wait until the transaction ends: a new person is made once. */
export async function lockIdentity(trx: Trx, { provider, subject }: ForeignId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`identity ${provider} ${subject}`}, 0))`.execute(
    trx,
  )
}

/** The learner behind an account elsewhere, locked until the transaction ends; its use is noted. */
export async function enterByIdentity(
  trx: Trx,
  { provider, subject }: ForeignId,
): Promise<LearnerRow | undefined> {
  const identity = await trx
    .updateTable('identity')
    .set({ last_used_at: sql<Date>`now()` })
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .returning('learner_uid')
    .executeTakeFirst()
  if (identity === undefined) return undefined
  return trx
    .selectFrom('learner')
    .selectAll()
    .where('uid', '=', identity.learner_uid)
    .forUpdate()
    .executeTakeFirst()
}

export async function insertIdentity(
  trx: Trx,
  { provider, subject }: ForeignId,
  learner: { uid: string; email: string },
): Promise<void> {
  await trx
    .insertInto('identity')
    .values({ provider, subject, learner_uid: learner.uid, email: learner.email })
    .execute()
}

export function identitiesOf(db: Db, uid: string): Promise<IdentityRow[]> {
  return db.selectFrom('identity').selectAll().where('learner_uid', '=', uid).orderBy('linked_at').execute()
}
