import { type ComponentType, createElement, lazy } from 'react'

const KEY = 'reloaded_at'
/** The minimum time between two reloads. Milliseconds. */
const PAUSE = 60_000

/** A lazy page with a preload function. */
type LazyPage<Props extends object> = ComponentType<Props> & { preload: () => Promise<void> }

/**
 * A page in its own chunk. If the chunk no longer exists, because a new version was deployed after the page was
 * opened, the page reloads to get the new version; if that was tried just now, the error fallback shows.
 */
export function lazyPage<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPage<Props> {
  let loaded: ComponentType<Props> | undefined
  const later = lazy(async () => ({ default: await load().catch(reloadOnce) }))
  const page = (props: Props) => createElement<Props>(loaded ?? later, props)
  const preload = async () => {
    loaded = await load()
  }
  return Object.assign(page, { preload })
}

function reloadOnce(error: unknown): Promise<never> {
  const last = Number(sessionStorage.getItem(KEY))
  if (Date.now() - last < PAUSE) throw error
  sessionStorage.setItem(KEY, String(Date.now()))
  location.reload()
  return new Promise<never>(() => undefined)
}
