import {
  getLearner,
  type LearnerAccount,
  type LearnerStatusInput,
  listLearners,
  paginate,
  setLearnerDisabled,
} from '@rehearse/contracts'
import { type App, principalOf, serve } from '@rehearse/service-kit'
import { findLiveSessionIds } from '../sessions/repository.ts'
import { endSessionsOf } from '../sessions/session.ts'
import type { Db } from '../tables.ts'
import { learnerNotFound, toAccount } from './learner.ts'
import { countLearners, findLearner, learnerPage, markDisabled, markEnabled } from './repository.ts'

/** Routes on which admins manage learners. */
export function learnerAdminRoutes(app: App, db: Db): void {
  serve(app, listLearners, async ({ query }) => {
    const [rows, total] = await Promise.all([learnerPage(db, query).execute(), countLearners(db, query)])
    const pagination = paginate(query.page, query.pageSize, total)
    return { success: true as const, data: rows.map(toAccount), pagination }
  })

  serve(app, getLearner, async ({ params: { uid } }) => {
    const learner = await findLearner(db, uid)
    if (learner === undefined) throw learnerNotFound()
    const sessions = await findLiveSessionIds(db, { kind: 'learner', subjectId: uid })
    return { success: true as const, data: { ...toAccount(learner), sessionCount: sessions.length } }
  })

  serve(app, setLearnerDisabled, async (request) => {
    const whose = { uid: request.params.uid, adminId: principalOf(request).id }
    const data = await changeAccountStatus(db, whose, request.body)
    return {
      success: true as const,
      data,
      message: data.disabledAt ? 'Learner disabled' : 'Learner enabled',
    }
  })
}

/**
 * Disables a learner and ends their sessions, or enables them again. Signing in locks the same row, so no session can
 * start in between.
 * @throws {DomainError} 404 `learner_not_found`
 */
async function changeAccountStatus(
  db: Db,
  { uid, adminId }: { uid: string; adminId: string },
  input: LearnerStatusInput,
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
