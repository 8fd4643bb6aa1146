import { randomBytes } from 'node:crypto'
import type { StreamOwner } from '@rehearse/contracts'
import { sql } from 'kysely'
import type { Db, LearnerRow, Trx } from '../tables.ts'

export interface ErasureRow {
  id: string
  requested_at: Date
  steps: { service: StreamOwner; done_at: Date | null }[]
}

/** A learner, locked until the transaction ends. */
export function lockLearner(trx: Trx, uid: string): Promise<Pick<LearnerRow, 'uid' | 'email'> | undefined> {
  return (
    trx
      .selectFrom('learner')
      .select(['uid', 'email'])
      .where('uid', '=', uid)
      // A mail being sent may still store its token, which refers to the learner.
      .forNoKeyUpdate()
      .executeTakeFirst()
  )
}

/** Deletes a learner; foreign keys cascade to the rest of their data. */
export async function deleteLearner(trx: Trx, learner: { uid: string; email: string }): Promise<void> {
  await trx
    .deleteFrom('session')
    .where('kind', '=', 'learner')
    .where('subject_id', '=', learner.uid)
    .execute()
  // Before the learner: mail being sent is finished, or finds itself deleted. Also mail requested by the address alone.
  await trx
    .deleteFrom('mail')
    .where((mail) => mail.or([mail('learner_id', '=', learner.uid), mail('recipient', '=', learner.email)]))
    .execute()
  await trx.deleteFrom('learner').where('uid', '=', learner.uid).execute()
}

/** Inserts an erasure with a step per service. */
export async function insertErasure(
  trx: Trx,
  of: { learnerId: string; requestedBy: string | null },
  services: readonly StreamOwner[],
): Promise<string> {
  const id = randomBytes(24).toString('base64url')
  await trx
    .insertInto('erasure')
    .values({ id, learner_id: of.learnerId, requested_by: of.requestedBy })
    .execute()
  await trx
    .insertInto('erasure_step')
    .values(services.map((service) => ({ erasure_id: id, service })))
    .execute()
  return id
}

/** Records that a service has erased a learner; the last one also removes the learner's id. */
export async function markErased(
  trx: Trx,
  done: { learnerId: string; service: StreamOwner; at: Date },
): Promise<void> {
  const erasure = await trx
    .selectFrom('erasure')
    .select('id')
    .where('learner_id', '=', done.learnerId)
    // Services report concurrently: the last one must see that the others are done.
    .forUpdate()
    .executeTakeFirst()
  if (erasure === undefined) return
  await trx
    .updateTable('erasure_step')
    .set({ done_at: done.at })
    .where('erasure_id', '=', erasure.id)
    .where('service', '=', done.service)
    .where('done_at', 'is', null)
    .execute()
  await trx
    .updateTable('erasure')
    .set({ learner_id: null })
    .where('id', '=', erasure.id)
    .where(sql<boolean>`not exists (
      select from erasure_step where erasure_id = erasure.id and done_at is null)`)
    .execute()
}

export async function findErasure(db: Db, id: string): Promise<ErasureRow | undefined> {
  const erasure = await db
    .selectFrom('erasure')
    .select(['id', 'requested_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (erasure === undefined) return undefined
  const steps = await db
    .selectFrom('erasure_step')
    .select(['service', 'done_at'])
    .where('erasure_id', '=', id)
    .orderBy('service')
    .execute()
  return { ...erasure, steps }
}
