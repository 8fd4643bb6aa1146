import {
  adminResetPage,
  changeAdminPassword as changeAdminPasswordEndpoint,
  createAdmin as createAdminEndpoint,
  listAdmins as listAdminsEndpoint,
  listEditors,
  resetAdminPassword as resetAdminPasswordEndpoint,
  sendAdminPasswordReset,
  updateAdmin,
} from '@rehearse/contracts'
import { type App, principalOf, serve } from '@rehearse/service-kit'
import type { FastifyRequest } from 'fastify'
import type { MailedSecrets } from '../email/emailed-links.ts'
import type { Seal } from '../keys/seal.ts'
import { hashQueueKeyOf } from '../limits/install-attempt-limits.ts'
import type { PasswordHasher } from '../passwords/password-hasher.ts'
import type { Db } from '../tables.ts'
import { toAdmin } from './admin.ts'
import { changeAdmin, createAdmin } from './manage-admins.ts'
import { changeAdminPassword, resetAdminPassword, setAdminPassword } from './password.ts'
import { listAdmins } from './repository.ts'

export interface AdminRouteDependencies {
  db: Db
  passwords: PasswordHasher
  secrets: MailedSecrets
  seal: Seal
  sendsMail: boolean
}

/** Routes on which super admins manage admin accounts, and admins their passwords. */
export function adminRoutes(app: App, dependencies: AdminRouteDependencies): void {
  passwordRoutes(app, dependencies)
  const { db } = dependencies

  serve(app, listEditors, async () => {
    const editors = (await listAdmins(db)).map(toAdmin)
    const data = editors.map(({ id, name, role, isActive }) => ({ id, name, role, isActive }))
    return {
      success: true as const,
      data: data.toSorted((one, two) => one.name.localeCompare(two.name, 'en')),
    }
  })

  serve(app, listAdminsEndpoint, async () => {
    const admins = await listAdmins(db)
    return { success: true as const, data: admins.map(toAdmin), count: admins.length }
  })

  serve(
    app,
    createAdminEndpoint,
    { failureMessage: 'Failed to create admin account' },
    async (request, reply) => {
      const by = { adminId: principalOf(request).id, key: request.headers['idempotency-key'] }
      const data = await createAdmin(dependencies, request.body, by, hashQueueKeyOf(request))
      return reply.code(201).send({ success: true, data, message: 'Admin created successfully' })
    },
  )

  serve(app, updateAdmin, { failureMessage: changeFailure }, async (request) => {
    const data = await changeAdmin(db, request.params.id, request.body)
    return { success: true as const, data, message: 'Admin updated successfully' }
  })
}

function passwordRoutes(app: App, dependencies: AdminRouteDependencies): void {
  serve(app, changeAdminPasswordEndpoint, async (request) => {
    const caller = principalOf(request)
    const account = await changeAdminPassword(dependencies, caller, request.body, hashQueueKeyOf(request))
    request.provenAccount = account
    request.log.info({ adminId: caller.id }, 'an admin changed their password')
    return { success: true as const, message: 'Password changed' }
  })

  serve(app, resetAdminPasswordEndpoint, async (request) => {
    const { id } = await setAdminPassword(dependencies, request.body, hashQueueKeyOf(request))
    request.log.info({ adminId: id }, 'an admin set a new password after a reset')
    return { success: true as const, message: 'Password changed' }
  })

  serve(app, sendAdminPasswordReset, async (request) => {
    const by = principalOf(request)
    const adminId = request.params.id
    const reset = await resetAdminPassword(
      dependencies,
      by,
      { adminId, ...request.body },
      hashQueueKeyOf(request),
    )
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
  })
}

function changeFailure({ body }: FastifyRequest): string {
  const deactivates = (body as { isActive?: unknown } | null)?.isActive === false
  return deactivates ? 'Failed to deactivate admin' : 'Failed to update admin'
}
