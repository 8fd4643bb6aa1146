import {
  learnerAccountReply,
  learnerListQuery,
  learnerListReply,
  learnerParams,
  learnerStandingInput,
  learnerStandingReply,
  paginate,
} from '@rehearse/contracts'
import { type App, principalOf } from '@rehearse/service-kit'
import { findLiveSessionIds } from '../sessions/session-repository.ts'
import type { Db } from '../tables.ts'
import { changeStanding } from './change-standing.ts'
import { learnerNotFound, toAccount } from './learner-account.ts'
import { findLearner } from './learner-repository.ts'
import { countLearners, learnerPage } from './queries.ts'

const tags = ['Identity']
const address = '/api/admin/users'

/** Learners, as admins look after them. */
export function learnerAdminRoutes(app: App, db: Db): void {
  app.get(
    address,
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
    `${address}/:uid`,
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
    `${address}/:uid`,
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
      const data = await changeStanding(db, whose, request.body)
      return {
        success: true as const,
        data,
        message: data.disabledAt ? 'Learner disabled' : 'Learner enabled',
      }
    },
  )
}
