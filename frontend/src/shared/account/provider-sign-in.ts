import type { User } from '@rehearse/contracts'
import { STORAGE_KEYS } from '../constants.ts'
import { storage } from '../storage.ts'

/** Remembers that this browser left for a provider's sign-in. */
export const leaveForProvider = (): void => storage.write(STORAGE_KEYS.atProvider, 'yes')

export const isAtProvider = (): boolean => storage.read(STORAGE_KEYS.atProvider) !== null

/** Asked once after coming back. @returns whether the account was created by that sign-in */
export function wasJustCreated({ createdAt, lastLoginAt }: User): boolean {
  if (!isAtProvider()) return false
  storage.remove(STORAGE_KEYS.atProvider)
  return lastLoginAt === null || Date.parse(lastLoginAt) - Date.parse(createdAt) < FIRST_SIGN_IN
}

/** Milliseconds between the creation of an account and the sign-in that created it, at most. */
const FIRST_SIGN_IN = 10_000
