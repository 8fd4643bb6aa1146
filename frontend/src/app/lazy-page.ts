import { type ComponentType, createElement, lazy } from 'react'

const KEY = 'reloaded_at'
/** A reload that didn't help is not tried again for this long, in milliseconds. */
const PAUSE = 60_000

/** A page that can be loaded before it is shown. */
type LazyPage<Props extends object> = ComponentType<Props> & { preload: () => Promise<void> }

/**
 * A page in a chunk of its own. When the chunk is gone, as it is for pages opened before a new version was deployed,
 * the new version is loaded instead; if that was tried just now, the error fallback shows.
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
