import { z } from 'zod'
import { shortText, success } from './common.ts'
import { admin, email, newPassword } from './identity.ts'

const adminRole = z.enum(['admin', 'super_admin'])

/** POST /api/admin/admins */
export const newAdminInput = z.object({
  email,
  password: newPassword,
  name: shortText(100),
  role: adminRole.default('admin'),
})
export type NewAdminInput = z.infer<typeof newAdminInput>

/** PATCH /api/admin/admins/{id} */
export const adminChanges = z.object({
  name: shortText(100).optional(),
  role: adminRole.optional(),
  isActive: z.boolean().optional(),
})
export type AdminChanges = z.infer<typeof adminChanges>

/** GET /api/admin/admins: newest first. */
export const adminListReply = success({ data: z.array(admin), count: z.int() })
export const adminReply = success({ data: admin, message: z.string() })
