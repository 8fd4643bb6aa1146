import { randomInt } from 'node:crypto'
import { type Admin, DomainError } from '@rehearse/contracts'
import type { AdminRow } from '../tables.ts'

/** An admin account as the API returns it. */
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

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz'
const randomCharacters = 9

/** `admin_`, the time in milliseconds, nine random characters: the format in the specification. */
export function newAdminId(now: Date): string {
  const suffix = Array.from({ length: randomCharacters }, () => alphabet[randomInt(alphabet.length)])
  return `admin_${now.getTime()}${suffix.join('')}`
}
