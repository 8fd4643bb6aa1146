import { type ComponentType, lazy } from 'react'

const KEY = 'reloaded_at'
/** A reload that didn't help is not tried again for this long, in milliseconds. */
const PAUSE = 60_000

/**
 * A page in a chunk of its own. When the chunk is gone, as it is for pages opened before a new version was deployed,
 * the new version is loaded instead; if that was tried just now, the error fallback shows.
 */
export const lazyPage = <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() =>
    load().catch((error: unknown) => {
      const last = Number(sessionStorage.getItem(KEY))
      if (Date.now() - last < PAUSE) throw error
      sessionStorage.setItem(KEY, String(Date.now()))
      location.reload()
      return new Promise<never>(() => undefined)
    }),
  )
