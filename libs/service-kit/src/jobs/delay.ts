import { setTimeout as wait } from 'node:timers/promises'

/** Resolves after `ms` milliseconds, or at once when the signal ends the wait; never keeps the process alive. */
export async function delay(ms: number, signal?: AbortSignal): Promise<void> {
  await wait(ms, undefined, signal ? { signal, ref: false } : { ref: false }).catch(() => {})
}

/** The promise, given up when the signal aborts: rejects then with the signal's reason. */
export function abortable<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const forget = whenAborted(signal, () => reject(signal.reason))
    promise.then(resolve, reject).finally(forget)
  })
}

/**
 * Runs `action` once the signal aborts; at once where it has aborted already, which a listener alone would never hear.
 * @returns takes the request back
 */
export function whenAborted(signal: AbortSignal, action: () => void): () => void {
  if (signal.aborted) {
    action()
    return () => {}
  }
  signal.addEventListener('abort', action, { once: true })
  return () => signal.removeEventListener('abort', action)
}
