import {
  adminChanges,
  adminListReply,
  adminReply,
  newAdminInput,
  repeatableHeaders,
} from '@rehearse/contracts'
import { type App, principalOf } from '@rehearse/service-kit'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { turnOf } from '../limits/install-attempt-limits.ts'
import type { PasswordHasher } from '../passwords/password-hasher.ts'
import type { Db } from '../tables.ts'
import { toAdmin } from './admin.ts'
import { listAdmins } from './admin-repository.ts'
import { changeAdmin } from './change-admin.ts'
import { createAdmin } from './create-admin.ts'

const tags = ['Identity']
const address = '/api/admin/admins'

/** Admins, as super admins look after them. */
export function adminRoutes(app: App, dependencies: { db: Db; passwords: PasswordHasher }): void {
  const { db } = dependencies
  app.get(
    address,
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
    address,
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
    `${address}/:id`,
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

function changeFailure({ body }: FastifyRequest): string {
  const deactivates = (body as { isActive?: unknown } | null)?.isActive === false
  return deactivates ? 'Failed to deactivate admin' : 'Failed to update admin'
}
