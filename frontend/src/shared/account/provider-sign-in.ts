import type { User } from '@rehearse/contracts'
import { STORAGE_KEYS } from '../constants.ts'
import { storage } from '../storage.ts'

/** Remembers that this browser left for a provider's sign-in. */
export const redirectToProvider = (): void => storage.write(STORAGE_KEYS.atProvider, 'yes')

const isAtProvider = (): boolean => storage.read(STORAGE_KEYS.atProvider) !== null

/** Call once after returning from the provider. @returns whether that sign-in created the account */
export function isNewAccount({ createdAt, lastLoginAt }: User): boolean {
  if (!isAtProvider()) return false
  storage.remove(STORAGE_KEYS.atProvider)
  return lastLoginAt === null || Date.parse(lastLoginAt) - Date.parse(createdAt) < FIRST_SIGN_IN
}

/** The longest time between the creation of an account and the sign-in that created it. Milliseconds. */
const FIRST_SIGN_IN = 10_000
