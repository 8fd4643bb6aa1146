import {
  type LearnerAccount,
  type LearnerStandingInput,
  learnerAccountReply,
  learnerListQuery,
  learnerListReply,
  learnerParams,
  learnerStandingInput,
  learnerStandingReply,
  paginate,
} from '@rehearse/contracts'
import { type App, principalOf } from '@rehearse/service-kit'
import { findLiveSessionIds } from '../sessions/repository.ts'
import { endSessionsOf } from '../sessions/session.ts'
import type { Db } from '../tables.ts'
import { learnerNotFound, toAccount } from './learner.ts'
import { countLearners, findLearner, learnerPage, markDisabled, markEnabled } from './repository.ts'

const tags = ['Identity']

/** Learners as admins manage them. */
export function learnerAdminRoutes(app: App, db: Db): void {
  app.get(
    '/api/admin/users',
    {
      config: { access: 'admin' },
      schema: {
        tags,
        summary: 'Learners, by a part of the name or the address',
        querystring: learnerListQuery,
        response: { 200: learnerListReply },
      },
    },
    async ({ query }) => {
      const [rows, total] = await Promise.all([learnerPage(db, query).execute(), countLearners(db, query)])
      const pagination = paginate(query.page, query.pageSize, total)
      return { success: true as const, data: rows.map(toAccount), pagination }
    },
  )

  app.get(
    '/api/admin/users/:uid',
    {
      config: { access: 'admin' },
      schema: {
        tags,
        summary: 'One learner',
        params: learnerParams,
        response: { 200: learnerAccountReply },
      },
    },
    async ({ params: { uid } }) => {
      const learner = await findLearner(db, uid)
      if (learner === undefined) throw learnerNotFound()
      const sessions = await findLiveSessionIds(db, { kind: 'learner', subjectId: uid })
      return { success: true as const, data: { ...toAccount(learner), sessionCount: sessions.length } }
    },
  )

  app.patch(
    '/api/admin/users/:uid',
    {
      config: { access: 'admin' },
      schema: {
        tags,
        summary: 'Disable a learner, with a reason, or enable them again',
        params: learnerParams,
        body: learnerStandingInput,
        response: { 200: learnerStandingReply },
      },
    },
    async (request) => {
      const whose = { uid: request.params.uid, adminId: principalOf(request).id }
      const data = await changeAccountStatus(db, whose, request.body)
      return {
        success: true as const,
        data,
        message: data.disabledAt ? 'Learner disabled' : 'Learner enabled',
      }
    },
  )
}

/**
 * Disables a learner and ends their sessions, or enables them again. Signing in locks the same row, so no session can
 * start in between.
 * @throws {DomainError} 404 `learner_not_found`
 */
async function changeAccountStatus(
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
