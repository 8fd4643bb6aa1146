import { setTimeout as wait } from 'node:timers/promises'

/** Resolves after `ms` milliseconds, or at once when the signal aborts; never keeps the process alive. */
export async function delay(ms: number, signal?: AbortSignal): Promise<void> {
  await wait(ms, undefined, signal ? { signal, ref: false } : { ref: false }).catch(() => {})
}

/** Settles like the promise, but rejects with the signal's reason if the signal aborts first. */
export function abortable<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const forget = whenAborted(signal, () => reject(signal.reason))
    promise.then(resolve, reject).finally(forget)
  })
}

/**
 * Runs `action` once the signal aborts, or at once if it has already aborted, which a plain listener would miss.
 * @returns removes the listener
 */
export function whenAborted(signal: AbortSignal, action: () => void): () => void {
  if (signal.aborted) {
    action()
    return () => {}
  }
  signal.addEventListener('abort', action, { once: true })
  return () => signal.removeEventListener('abort', action)
}
