import { type Admin, DomainError, keyReused, type NewAdminInput } from '@rehearse/contracts'
import type { HashTurn, PasswordHasher } from '../passwords/password-hasher.ts'
import type { Db } from '../tables.ts'
import { toAdmin } from './admin.ts'
import { newAdminId } from './admin-id.ts'
import { findAdminByCreationKey, findAdminByEmail, insertAdmin } from './admin-repository.ts'

/**
 * Makes an admin. The same super admin asking again under the same key gets the admin of the first time.
 * @throws {DomainError} 409 `admin_email_taken`
 */
export async function createAdmin(
  { db, passwords }: { db: Db; passwords: PasswordHasher },
  { email, password, name, role }: NewAdminInput,
  by: { adminId: string; key: string | undefined },
  turn: HashTurn,
): Promise<Admin> {
  const origin = { created_by: by.adminId, creation_key: by.key ?? null }
  // Saves the hashing where the answer is clear already; what decides, also in a race, are the unique indexes.
  const present = (await madeBefore(db, by)) ?? (await findAdminByEmail(db, email))
  if (present === undefined) {
    const password_hash = await passwords.hash(password, turn)
    const id = newAdminId(new Date())
    const made = await insertAdmin(db, { id, email, password_hash, name, role, ...origin })
    if (made !== undefined) return toAdmin(made)
  }
  const repeated = await madeBefore(db, by)
  if (repeated?.email === email) return toAdmin(repeated)
  throw repeated === undefined ? emailTaken() : keyReused()
}

const madeBefore = (db: Db, { adminId, key }: { adminId: string; key: string | undefined }) =>
  key === undefined ? undefined : findAdminByCreationKey(db, adminId, key)

const emailTaken = () =>
  new DomainError({
    kind: 'conflict',
    code: 'admin_email_taken',
    message: 'Admin with this email already exists',
  })
