import type { FastifyBaseLogger } from 'fastify'
import { delay } from './delay.ts'
import { FailureLog } from './failure-log.ts'

/**
 * Tries until it succeeds, with growing pauses of at most two seconds.
 * @throws the signal's reason, once it has aborted
 */
export async function retryUntilDone<Value>(
  name: string,
  step: () => Promise<Value>,
  { log, signal }: { log: FastifyBaseLogger; signal: AbortSignal },
): Promise<Value> {
  const failures = new FailureLog(log)
  for (let attempt = 0; ; attempt += 1) {
    signal.throwIfAborted()
    try {
      return await step()
    } catch (error) {
      signal.throwIfAborted()
      failures.failed(error, `${name}: not possible yet, trying again`)
      await delay(Math.min(100 * 2 ** attempt, 2_000), signal)
    }
  }
}
