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
  removeByPrefix(prefix: string): void {
    try {
      for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
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
