import { type Admin, DomainError } from '@rehearse/contracts'
import type { AdminRow } from '../tables.ts'

/** What admins are shown of an admin's record. */
export const toAdmin = (row: AdminRow): Admin => ({
  id: row.id,
  email: row.email,
  name: row.name,
  role: row.role,
  isActive: row.is_active,
  createdAt: row.created_at.toISOString(),
  lastLogin: row.last_login?.toISOString() ?? null,
})

export const adminDeactivated = (): DomainError =>
  new DomainError({
    kind: 'unauthenticated',
    code: 'admin_deactivated',
    message: 'Admin account is deactivated',
  })
