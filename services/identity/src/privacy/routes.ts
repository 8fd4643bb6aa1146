import {
  adminErasureInput,
  DomainError,
  erasureInput,
  erasureReply,
  learnerParams,
  messageReply,
  receiptParams,
  receiptReply,
} from '@rehearse/contracts'
import { type App, type Nats, principalOf } from '@rehearse/service-kit'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { learnerNotFound } from '../learners/learner.ts'
import { findLearner } from '../learners/repository.ts'
import { turnOf } from '../limits/install-attempt-limits.ts'
import { normalizeEmail } from '../passwords/normalize-email.ts'
import type { PasswordHasher } from '../passwords/password-hasher.ts'
import { clearLearnerCookies } from '../sessions/cookies.ts'
import type { Db } from '../tables.ts'
import { confirmErasure, eraseLearner, readReceipt, sendErasureCode } from './erase-learner.ts'
import { exportLearner } from './export-learner.ts'

const tags = ['Identity']

export interface PrivacyRouteDependencies {
  db: Db
  nats: Nats
  passwords: PasswordHasher
}

/** Exporting and erasing a learner's personal data. */
export function privacyRoutes(app: App, dependencies: PrivacyRouteDependencies): void {
  adminRoutes(app, dependencies)

  app.get(
    '/api/users/me/export',
    {
      config: { access: 'learner' },
      schema: {
        tags,
        summary: 'All that any service holds on one, as a zip archive',
        produces: ['application/zip'],
        response: { 200: z.any().describe('A zip archive: JSON, and a page to read') },
      },
    },
    async (request, reply) => sendExport(dependencies, principalOf(request).id, reply),
  )

  app.delete(
    '/api/users/me',
    {
      config: { access: 'learner', counts: 'password-check' },
      schema: {
        tags,
        summary: 'Erase the account and all that any service holds on one',
        body: erasureInput,
        response: { 202: erasureReply },
      },
    },
    async (request, reply) => {
      const receipt = await confirmErasure(
        dependencies,
        principalOf(request).id,
        request.body,
        turnOf(request),
      )
      clearLearnerCookies(reply)
      return reply.code(202).send({ success: true as const, message: 'Your account is erased', receipt })
    },
  )

  app.post(
    '/api/users/me/erasure-code',
    {
      config: { access: 'learner', counts: 'mailed-step' },
      schema: {
        tags,
        summary: 'Have the code mailed that confirms an erasure, instead of a password',
        response: { 200: messageReply },
      },
    },
    async (request) => {
      await sendErasureCode(dependencies.db, principalOf(request).id)
      return { success: true as const, message: 'A code is on its way to your e-mail address' }
    },
  )

  app.get(
    '/api/privacy/receipts/:id',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'How far an erasure is, service by service',
        params: receiptParams,
        response: { 200: receiptReply },
      },
    },
    async ({ params }) => ({
      success: true as const,
      receipt: await readReceipt(dependencies.db, params.id),
    }),
  )
}

async function sendExport(
  dependencies: Pick<PrivacyRouteDependencies, 'db' | 'nats'>,
  learnerId: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const now = new Date()
  const { archive, bytes } = await exportLearner(dependencies, learnerId, now)
  return reply
    .headers({
      'content-type': 'application/zip',
      'content-length': bytes,
      'content-disposition': `attachment; filename="rehearse-${now.toISOString().slice(0, 10)}.zip"`,
      'cache-control': 'no-store',
    })
    .send(archive)
}

/** The same for admins, on behalf of a learner who asked for it by other means. */
function adminRoutes(app: App, { db, nats }: { db: Db; nats: Nats }): void {
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
      if (normalizeEmail(request.body.confirm) !== learner.email) throw notConfirmed()
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
