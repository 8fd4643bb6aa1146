import type { LearnerAccount, LearnerStandingInput } from '@rehearse/contracts'
import { endSessionsOf } from '../sessions/end-session.ts'
import type { Db } from '../tables.ts'
import { learnerNotFound, toAccount } from './learner-account.ts'
import { markDisabled, markEnabled } from './standing-repository.ts'

/**
 * Disables a learner, which ends their sessions everywhere, or lets them in again. The row is locked before the sessions
 * are looked up, and signing in locks it too: no session slips in between.
 * @throws {DomainError} 404 `learner_not_found`
 */
export async function changeStanding(
  db: Db,
  { uid, adminId }: { uid: string; adminId: string },
  input: LearnerStandingInput,
): Promise<LearnerAccount> {
  return db.transaction().execute(async (trx) => {
    const learner = input.disabled
      ? await markDisabled(trx, uid, { adminId, reason: input.reason })
      : await markEnabled(trx, uid)
    if (learner === undefined) throw learnerNotFound()
    if (input.disabled) await endSessionsOf(trx, { kind: 'learner', subjectId: uid }, 'account-disabled')
    return toAccount(learner)
  })
}
