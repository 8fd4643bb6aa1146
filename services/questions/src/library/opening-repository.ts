import type { ChallengeOpenedMessage } from '@rehearse/contracts'
import { erasedAmong } from '../privacy/erased-learner-repository.ts'
import type { Db, Trx } from '../tables.ts'

/** Keeps who may read which solution. What opened it first stays; of an erased learner nothing is kept. */
export async function storeOpenings(trx: Trx, messages: readonly ChallengeOpenedMessage[]): Promise<void> {
  const erased = await erasedAmong(
    trx,
    messages.map(({ data }) => data.learnerId),
  )
  const kept = messages.filter(({ data }) => !erased.has(data.learnerId))
  if (kept.length === 0) return
  await trx
    .insertInto('challenge_opening')
    .values(
      kept.map(({ data, occurredAt }) => ({
        learner_id: data.learnerId,
        challenge_id: data.challengeId,
        reason: data.reason,
        opened_at: new Date(occurredAt),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Ids of the challenges whose solutions a learner may read. */
export async function openedChallenges(db: Db, learnerId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('challenge_opening')
    .select('challenge_id')
    .where('learner_id', '=', learnerId)
    .execute()
  return new Set(rows.map((row) => row.challenge_id))
}
