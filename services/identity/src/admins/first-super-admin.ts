import type { FastifyBaseLogger } from 'fastify'
import type { PasswordHasher } from '../passwords/password-hasher.ts'
import type { Db } from '../tables.ts'
import { newAdminId } from './admin-id.ts'
import { hasAdmins, insertFirstAdmin } from './admin-repository.ts'

export interface FirstAdminConfig {
  ADMIN_EMAIL?: string | undefined
  ADMIN_PASSWORD?: string | undefined
}

/** Makes the first super admin from the configuration. Where there is any admin at all, it leaves everything alone. */
export async function ensureFirstSuperAdmin(
  { db, passwords, log }: { db: Db; passwords: PasswordHasher; log: FastifyBaseLogger },
  { ADMIN_EMAIL: email, ADMIN_PASSWORD: password }: FirstAdminConfig,
): Promise<void> {
  if (await hasAdmins(db)) return
  if (email === undefined || password === undefined) {
    log.warn('there is no admin yet: start with ADMIN_EMAIL and ADMIN_PASSWORD to make the first one')
    return
  }
  const password_hash = await passwords.hash(password, { kind: 'change', address: '', account: email })
  const id = newAdminId(new Date())
  const made = await db
    .transaction()
    .execute((trx) =>
      insertFirstAdmin(trx, { id, email, password_hash, name: 'Administrator', role: 'super_admin' }),
    )
  if (made) log.info({ adminId: id }, 'made the first super admin')
}
