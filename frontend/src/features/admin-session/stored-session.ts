import { STORAGE_KEYS } from '../../shared/constants.ts'
import { readJson, storage } from '../../shared/storage.ts'

/** What this device keeps of an admin's session. The token is not among it: that lies in an httpOnly cookie. */
export interface StoredSession {
  id: string
  email: string
  /** ISO 8601. */
  expiresAt: string
}

/** The kept session; one that has run out or can't be read is removed. */
export function readStoredSession(now: number): StoredSession | null {
  const value = readJson(STORAGE_KEYS.adminSession)
  if (isStoredSession(value) && Date.parse(value.expiresAt) > now) return value
  storage.remove(STORAGE_KEYS.adminSession)
  return null
}

export function storeSession({ id, email, expiresAt }: StoredSession): void {
  storage.write(STORAGE_KEYS.adminSession, JSON.stringify({ id, email, expiresAt }))
}

export const removeStoredSession = () => storage.remove(STORAGE_KEYS.adminSession)

const isStoredSession = (value: unknown): value is StoredSession =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  'email' in value &&
  typeof value.email === 'string' &&
  'expiresAt' in value &&
  typeof value.expiresAt === 'string'
