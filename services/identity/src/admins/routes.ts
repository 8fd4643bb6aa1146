import {
  adminChanges,
  adminListReply,
  adminReply,
  adminResetPage,
  changeAdminPasswordInput,
  messageReply,
  newAdminInput,
  repeatableHeaders,
  resetAdminInput,
  resetAdminReply,
  setAdminPasswordInput,
} from '@rehearse/contracts'
import { type App, principalOf } from '@rehearse/service-kit'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { MailedSecrets } from '../email/emailed-links.ts'
import { turnOf } from '../limits/install-attempt-limits.ts'
import type { PasswordHasher } from '../passwords/password-hasher.ts'
import type { Db } from '../tables.ts'
import { toAdmin } from './admin.ts'
import { changeAdmin, createAdmin } from './manage-admins.ts'
import { changeAdminPassword, resetAdminPassword, setAdminPassword } from './password.ts'
import { listAdmins } from './repository.ts'

const tags = ['Identity']

export interface AdminRouteDependencies {
  db: Db
  passwords: PasswordHasher
  secrets: MailedSecrets
  sendsMail: boolean
}

/** Admin accounts as super admins manage them, and admins' passwords. */
export function adminRoutes(app: App, dependencies: AdminRouteDependencies): void {
  passwordRoutes(app, dependencies)
  const { db } = dependencies

  app.get(
    '/api/admin/admins',
    {
      config: { access: 'super_admin' },
      schema: { tags, summary: 'All admins, newest first', response: { 200: adminListReply } },
    },
    async () => {
      const admins = await listAdmins(db)
      return { success: true as const, data: admins.map(toAdmin), count: admins.length }
    },
  )

  app.post(
    '/api/admin/admins',
    {
      config: { access: 'super_admin', failureMessage: 'Failed to create admin account' },
      schema: {
        tags,
        summary: 'Make an admin',
        headers: repeatableHeaders,
        body: newAdminInput,
        response: { 201: adminReply },
      },
    },
    async (request, reply) => {
      const by = { adminId: principalOf(request).id, key: request.headers['idempotency-key'] }
      const data = await createAdmin(dependencies, request.body, by, turnOf(request))
      return reply.code(201).send({ success: true, data, message: 'Admin created successfully' })
    },
  )

  app.patch(
    '/api/admin/admins/:id',
    {
      config: { access: 'super_admin', failureMessage: changeFailure },
      schema: {
        tags,
        summary: 'Rename, promote, deactivate or reactivate an admin',
        params: z.object({ id: z.string().max(100) }),
        body: adminChanges,
        response: { 200: adminReply },
      },
    },
    async (request) => {
      const data = await changeAdmin(db, request.params.id, request.body)
      return { success: true as const, data, message: 'Admin updated successfully' }
    },
  )
}

function passwordRoutes(app: App, dependencies: AdminRouteDependencies): void {
  app.post(
    '/api/admin/auth/password',
    {
      config: { access: 'admin', counts: 'password-check' },
      schema: {
        tags,
        summary: 'Change the own admin password; ends all other sessions',
        body: changeAdminPasswordInput,
        response: { 200: messageReply },
      },
    },
    async (request) => {
      const caller = principalOf(request)
      const account = await changeAdminPassword(dependencies, caller, request.body, turnOf(request))
      request.provenAccount = account
      request.log.info({ adminId: caller.id }, 'an admin changed their password')
      return { success: true as const, message: 'Password changed' }
    },
  )

  app.post(
    '/api/admin/auth/password/reset',
    {
      config: { access: 'anyone', counts: 'mailed-step' },
      schema: {
        tags,
        summary: 'Set a new admin password by the link of a reset',
        body: setAdminPasswordInput,
        response: { 200: messageReply },
      },
    },
    async (request) => {
      const { id } = await setAdminPassword(dependencies, request.body, turnOf(request))
      request.log.info({ adminId: id }, 'an admin set a new password after a reset')
      return { success: true as const, message: 'Password changed' }
    },
  )

  app.post(
    '/api/admin/admins/:id/password-reset',
    {
      config: { access: 'super_admin', counts: 'password-check' },
      schema: {
        tags,
        summary: 'Reset an admin’s password, and remove a lost second factor; ends all their sessions',
        params: z.object({ id: z.string().max(100) }),
        body: resetAdminInput,
        response: { 200: resetAdminReply },
      },
    },
    async (request) => {
      const by = principalOf(request)
      const adminId = request.params.id
      const reset = await resetAdminPassword(dependencies, by, { adminId, ...request.body }, turnOf(request))
      const { mailedTo, token, expiresAt, removedSecondFactor } = reset
      const audited = { adminId, by: by.id, removedSecondFactor }
      request.log.warn(audited, 'a super admin reset the password of an admin')
      return {
        success: true as const,
        data: {
          mailedTo,
          link: token === null ? null : `${adminResetPage}#token=${token}`,
          expiresAt: expiresAt.toISOString(),
        },
        message: 'Password reset',
      }
    },
  )
}

function changeFailure({ body }: FastifyRequest): string {
  const deactivates = (body as { isActive?: unknown } | null)?.isActive === false
  return deactivates ? 'Failed to deactivate admin' : 'Failed to update admin'
}
