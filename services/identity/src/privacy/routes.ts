import {
  DomainError,
  eraseAccount,
  eraseLearner as eraseLearnerEndpoint,
  exportLearnerData,
  exportOwnData,
  getErasureReceipt,
  sendErasureCode as sendErasureCodeEndpoint,
} from '@rehearse/contracts'
import { type App, type Nats, principalOf, serve } from '@rehearse/service-kit'
import type { FastifyReply } from 'fastify'
import { learnerNotFound } from '../learners/learner.ts'
import { findLearner } from '../learners/repository.ts'
import { hashQueueKeyOf } from '../limits/install-attempt-limits.ts'
import { normalizeEmail } from '../passwords/normalize-email.ts'
import type { PasswordHasher } from '../passwords/password-hasher.ts'
import { clearLearnerCookies } from '../sessions/cookies.ts'
import type { Db } from '../tables.ts'
import { confirmErasure, eraseLearner, readReceipt, sendErasureCode } from './erase-learner.ts'
import { exportLearner } from './export-learner.ts'

export interface PrivacyRouteDependencies {
  db: Db
  nats: Nats
  passwords: PasswordHasher
}

/** Exporting and erasing a learner's personal data. */
export function privacyRoutes(app: App, dependencies: PrivacyRouteDependencies): void {
  adminRoutes(app, dependencies)

  serve(app, exportOwnData, async (request, reply) =>
    sendExport(dependencies, principalOf(request).id, reply),
  )

  serve(app, eraseAccount, async (request, reply) => {
    const receipt = await confirmErasure(
      dependencies,
      principalOf(request).id,
      request.body,
      hashQueueKeyOf(request),
    )
    clearLearnerCookies(reply)
    return reply.code(202).send({ success: true as const, message: 'Your account is erased', receipt })
  })

  serve(app, sendErasureCodeEndpoint, async (request) => {
    await sendErasureCode(dependencies.db, principalOf(request).id)
    return { success: true as const, message: 'A code is on its way to your email address' }
  })

  serve(app, getErasureReceipt, async ({ params }) => ({
    success: true as const,
    receipt: await readReceipt(dependencies.db, params.id),
  }))
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

/** Routes on which admins export and erase a learner's data, for a learner who asked by other means. */
function adminRoutes(app: App, { db, nats }: { db: Db; nats: Nats }): void {
  serve(app, exportLearnerData, async (request, reply) => {
    const { uid } = request.params
    if ((await findLearner(db, uid)) === undefined) throw learnerNotFound()
    request.log.info({ adminId: principalOf(request).id, learnerId: uid }, 'an admin exports a learner')
    return sendExport({ db, nats }, uid, reply)
  })

  serve(app, eraseLearnerEndpoint, async (request, reply) => {
    const learner = await findLearner(db, request.params.uid)
    if (learner === undefined) throw learnerNotFound()
    if (normalizeEmail(request.body.confirm) !== learner.email) throw notConfirmed()
    const receipt = await eraseLearner(db, learner, principalOf(request).id)
    if (receipt === undefined) throw learnerNotFound()
    return reply.code(202).send({ success: true as const, message: 'The learner is erased', receipt })
  })
}

const notConfirmed = () =>
  new DomainError({
    kind: 'invalid',
    code: 'not_confirmed',
    message: 'Type the learner’s email address to confirm',
    details: [{ path: 'confirm', message: 'is not the learner’s address' }],
  })
