import { setTimeout as delay } from 'node:timers/promises'
import { LocalPlatformError } from './local-platform-error.ts'

/**
 * Requests `<url>/readyz` until it returns 200.
 * @param deadlineMs how long to try
 * @throws {LocalPlatformError} with the last response at the deadline; the signal's reason when it is aborted
 */
export async function waitUntilReady(
  url: string,
  { deadlineMs, signal }: { deadlineMs: number; signal?: AbortSignal },
): Promise<void> {
  const deadline = Date.now() + deadlineMs
  for (;;) {
    signal?.throwIfAborted()
    const answer = await ask(new URL('/readyz', url), signal)
    if (answer === 'ready') return
    if (Date.now() > deadline) {
      throw new LocalPlatformError(`${url} was not ready after ${Math.round(deadlineMs / 1000)} s: ${answer}`)
    }
    // An abort ends the pause, and its reason is thrown above.
    await delay(50, undefined, signal ? { signal } : {}).catch(() => {})
  }
}

async function ask(url: URL, signal: AbortSignal | undefined): Promise<string> {
  try {
    const timeout = AbortSignal.timeout(2_000)
    const reply = await fetch(url, { signal: signal ? AbortSignal.any([timeout, signal]) : timeout })
    const body = await reply.text()
    return reply.status === 200 ? 'ready' : `${reply.status} ${body}`
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return cause instanceof Error ? cause.message : String(cause)
  }
}
