import { STORAGE_KEYS } from './constants.ts'

/**
 * The user of this page. It outlives an expired session: the page still shows their data until another account signs
 * in, which reloads it. `left` after a sign-out: nothing is written, even by a late response.
 */
export const user: { learner?: string | undefined; admin?: string | undefined; left?: boolean } = {}

/** Local storage that never throws: private windows and full disks reject access, which must not crash the page. */
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
      // The choice lasts for this page.
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

/** The parsed value under a key, or null if there is none or it isn't JSON. */
export function readJson(key: string): unknown {
  const text = storage.read(key)
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The learner who uses this page, or `visitor`: part of the key of everything stored for them. */
export function currentLearnerId(): string {
  if (!isLeaving()) user.learner ??= idIn(STORAGE_KEYS.profile, 'uid')
  return user.learner ?? 'visitor'
}

/** Whether a sign-out is unfinished: interrupted, or made offline. It continues in the background. */
export const isLeaving = (): boolean => storage.read(STORAGE_KEYS.signOut.learner) !== null

export function idIn(key: string, name: 'id' | 'uid'): string | undefined {
  const value = readJson(key)
  const id = typeof value === 'object' && value !== null && (value as Record<string, unknown>)[name]
  return typeof id === 'string' ? id : undefined
}
