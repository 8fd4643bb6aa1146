import { STORAGE_KEYS } from './constants.ts'

/**
 * Who uses this page. It outlives an expired session: what is on the page is still theirs until another account signs in,
 * which loads the page again. `left` after a sign-out: nothing is written any more, whatever request comes back late.
 */
export const user: { learner?: string | undefined; admin?: string | undefined; left?: boolean } = {}

/** Local storage that never throws: private windows and full disks forbid it, and nothing here is worth a crash. */
export const storage = {
  read(key: string): string | null {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  },
  write(key: string, value: string): void {
    if (user.left) return
    try {
      localStorage.setItem(key, value)
    } catch {
      // The choice holds for this page then.
    }
  },
  remove(key: string): void {
    try {
      localStorage.removeItem(key)
    } catch {
      // Nothing was stored.
    }
  },
}

/** The parsed value under a key, or null when there is none or it is no JSON. */
export function readJson(key: string): unknown {
  const text = storage.read(key)
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The learner who uses this page, `visitor` without an account: part of the name of all that is stored for them. */
export function learnerHere(): string {
  if (!isLeaving()) user.learner ??= idIn(STORAGE_KEYS.profile, 'uid')
  return user.learner ?? 'visitor'
}

/** A sign-out that was interrupted, or made without a network, goes on behind this page. */
export const isLeaving = (): boolean => storage.read(STORAGE_KEYS.signOut.learner) !== null

export function idIn(key: string, name: 'id' | 'uid'): string | undefined {
  const value = readJson(key)
  const id = typeof value === 'object' && value !== null && (value as Record<string, unknown>)[name]
  return typeof id === 'string' ? id : undefined
}
