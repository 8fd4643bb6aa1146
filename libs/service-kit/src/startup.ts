import { DomainError } from '@rehearse/contracts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { delay } from './delay.ts'
import type { Readiness } from './health.ts'

/**
 * Work that must be done before requests are served, and that waits for backing servers: migrations, loading content.
 * Retried until it succeeds; until then the routes answer 503 and `/readyz` says why.
 */
export function startInBackground(
  app: FastifyInstance,
  readiness: Readiness,
  steps: Readonly<Record<string, () => Promise<void>>>,
): void {
  const stopping = new AbortController()
  let pending: string | null = 'listening'
  readiness.add('startup', async () => {
    if (pending !== null) throw new Error(`waiting for: ${pending}`)
  })
  app.addHook('onRequest', async (request) => {
    if (pending === null || request.routeOptions.config.access === 'inner') return
    throw new DomainError({
      kind: 'unavailable',
      code: 'starting',
      message: 'Temporarily unavailable, please try again',
      retryAfterSeconds: 1,
    })
  })
  app.addHook('onListen', () => {
    void (async () => {
      for (const [name, step] of Object.entries(steps)) {
        pending = name
        await retryUntilDone(name, step, app.log, stopping.signal)
      }
      pending = null
    })()
  })
  app.addHook('preClose', async () => stopping.abort())
}

async function retryUntilDone(
  name: string,
  step: () => Promise<void>,
  log: FastifyBaseLogger,
  signal: AbortSignal,
): Promise<void> {
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    try {
      return await step()
    } catch (error) {
      log.warn({ err: error }, `${name}: not possible yet, trying again`)
      await delay(Math.min(100 * 2 ** attempt, 2_000), signal)
    }
  }
}
