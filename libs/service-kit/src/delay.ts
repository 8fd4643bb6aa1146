import { setTimeout as wait } from 'node:timers/promises'

/** Resolves after `ms` milliseconds, or at once when the signal ends the wait; never keeps the process alive. */
export async function delay(ms: number, signal?: AbortSignal): Promise<void> {
  await wait(ms, undefined, signal ? { signal, ref: false } : { ref: false }).catch(() => {})
}
