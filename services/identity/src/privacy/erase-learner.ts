import {
  type ErasureReceipt,
  learnerErasureRequested,
  learnerErasureRequestedSubject,
} from '@rehearse/contracts'
import { enqueue } from '@rehearse/service-kit'
import { endSessionsOf } from '../sessions/end-session.ts'
import type { Db, LearnerRow } from '../tables.ts'
import { deleteLearner, findErasure, insertErasure, lockLearner, markErased } from './erasure-repository.ts'
import { toReceipt } from './receipt.ts'
import { personalDataHolders } from './services.ts'

/**
 * Forgets a learner: here at once, in all other services as soon as they hear of it. Their sessions end first, so that
 * nothing of theirs is written any more when the others begin.
 * @param requestedBy the admin who asks for it; null for the learner themselves
 * @returns undefined when there is no such learner (any more)
 */
export async function eraseLearner(
  db: Db,
  learner: Pick<LearnerRow, 'uid'>,
  requestedBy: string | null,
): Promise<ErasureReceipt | undefined> {
  const id = await db.transaction().execute(async (trx) => {
    const { uid } = learner
    const current = await lockLearner(trx, uid)
    if (current === undefined) return undefined
    const id = await insertErasure(trx, { learnerId: uid, requestedBy }, personalDataHolders)
    await endSessionsOf(trx, { kind: 'learner', subjectId: uid }, 'account-erased')
    await enqueue(trx, [
      {
        subject: learnerErasureRequestedSubject,
        type: learnerErasureRequested.shape.type.value,
        version: learnerErasureRequested.shape.version.value,
        data: { learnerId: uid },
      },
    ])
    await deleteLearner(trx, current)
    await markErased(trx, { learnerId: uid, service: 'identity', at: new Date() })
    return id
  })
  const erasure = id === undefined ? undefined : await findErasure(db, id)
  return erasure && toReceipt(erasure)
}
