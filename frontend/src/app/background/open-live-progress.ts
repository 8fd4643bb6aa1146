import type { ProgressChange } from '@rehearse/contracts'
import { refreshSession } from '../../shared/api/client.ts'
import { RECONNECT_INTERVAL } from '../../shared/constants.ts'

const ADDRESS = '/api/progress/stream'
/** contracts' `progressChangeEvent`; named here because the schemas around it are no light load. */
const EVENT = 'progress'

/**
 * Follows a learner's progress over one connection for all tabs: the tab that holds the lock listens and tells the
 * others, and when it closes another takes its place. Where a browser has no locks every tab listens for itself.
 *
 * @returns ends it
 */
export function openLiveProgress(uid: string, onChange: (change: ProgressChange) => void): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const locks: LockManager | null | undefined = navigator.locks
  if (!locks || !('BroadcastChannel' in globalThis)) {
    listen(signal, onChange)
    return () => ending.abort()
  }
  const tabs = new BroadcastChannel(`rehearse-progress-${uid}`)
  tabs.addEventListener('message', ({ data }) => onChange(data as ProgressChange))
  signal.addEventListener('abort', () => tabs.close())
  locks
    .request(`rehearse-progress-${uid}`, { signal }, () => {
      listen(signal, (change) => {
        onChange(change)
        tabs.postMessage(change)
      })
      return new Promise<void>((release) => {
        signal.addEventListener('abort', () => release())
      })
    })
    // Ended while it waited for its turn.
    .catch(() => undefined)
  return () => ending.abort()
}

/** A browser connects anew by itself, but not after a refusal: the token may have run out. */
function listen(signal: AbortSignal, onChange: (change: ProgressChange) => void): void {
  if (signal.aborted) return
  const source = new EventSource(ADDRESS)
  source.addEventListener(EVENT, ({ data }) => onChange(JSON.parse(data) as ProgressChange))
  source.addEventListener('error', () => {
    if (source.readyState !== EventSource.CLOSED || signal.aborted) return
    const timer = setTimeout(async () => {
      await refreshSession()
      listen(signal, onChange)
    }, RECONNECT_INTERVAL)
    signal.addEventListener('abort', () => clearTimeout(timer))
  })
  signal.addEventListener('abort', () => source.close())
}
