import { erasureInput, erasureReply, messageReply, receiptParams, receiptReply } from '@rehearse/contracts'
import { type App, type Nats, principalOf } from '@rehearse/service-kit'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { turnOf } from '../limits/install-attempt-limits.ts'
import type { PasswordHasher } from '../passwords/password-hasher.ts'
import { clearLearnerCookies } from '../sessions/cookies.ts'
import type { Db } from '../tables.ts'
import { confirmErasure } from './confirm-erasure.ts'
import { exportLearner } from './export-learner.ts'
import { readReceipt } from './receipt.ts'
import { sendErasureCode } from './send-erasure-code.ts'

const tags = ['Identity']

export interface PrivacyRouteDependencies {
  db: Db
  nats: Nats
  passwords: PasswordHasher
}

/** What a learner may ask of what is held on them: to see it, and to have it forgotten. */
export function privacyRoutes(app: App, dependencies: PrivacyRouteDependencies): void {
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

export async function sendExport(
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
