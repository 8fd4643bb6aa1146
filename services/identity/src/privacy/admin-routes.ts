import { adminErasureInput, DomainError, erasureReply, learnerParams } from '@rehearse/contracts'
import { type App, type Nats, principalOf } from '@rehearse/service-kit'
import { z } from 'zod'
import { learnerNotFound } from '../learners/learner-account.ts'
import { findLearner } from '../learners/learner-repository.ts'
import { addressOf } from '../passwords/address-of.ts'
import type { Db } from '../tables.ts'
import { eraseLearner } from './erase-learner.ts'
import { sendExport } from './routes.ts'

const tags = ['Identity']

/** The same, done by an admin for a learner who asks for it by other ways. */
export function privacyAdminRoutes(app: App, { db, nats }: { db: Db; nats: Nats }): void {
  app.get(
    '/api/admin/users/:uid/export',
    {
      config: { access: 'admin' },
      schema: {
        tags,
        summary: 'All that any service holds on a learner, as a zip archive',
        params: learnerParams,
        produces: ['application/zip'],
        response: { 200: z.any().describe('A zip archive: JSON, and a page to read') },
      },
    },
    async (request, reply) => {
      const { uid } = request.params
      if ((await findLearner(db, uid)) === undefined) throw learnerNotFound()
      request.log.info({ adminId: principalOf(request).id, learnerId: uid }, 'an admin exports a learner')
      return sendExport({ db, nats }, uid, reply)
    },
  )

  app.delete(
    '/api/admin/users/:uid',
    {
      config: { access: 'admin' },
      schema: {
        tags,
        summary: 'Erase a learner, confirmed by their address',
        params: learnerParams,
        body: adminErasureInput,
        response: { 202: erasureReply },
      },
    },
    async (request, reply) => {
      const learner = await findLearner(db, request.params.uid)
      if (learner === undefined) throw learnerNotFound()
      if (addressOf(request.body.confirm) !== learner.email) throw notConfirmed()
      const receipt = await eraseLearner(db, learner, principalOf(request).id)
      if (receipt === undefined) throw learnerNotFound()
      return reply.code(202).send({ success: true as const, message: 'The learner is erased', receipt })
    },
  )
}

const notConfirmed = () =>
  new DomainError({
    kind: 'invalid',
    code: 'not_confirmed',
    message: 'Type the learner’s e-mail address to confirm',
    details: [{ path: 'confirm', message: 'is not the learner’s address' }],
  })
