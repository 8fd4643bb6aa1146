import { DomainError } from '@rehearse/contracts'
import type { FastifyInstance } from 'fastify'
import type { Readiness } from './health.ts'
import { retryUntilDone } from './retry-until-done.ts'

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
  const { signal } = stopping
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
  const takeSteps = async () => {
    for (const [name, step] of Object.entries(steps)) {
      pending = name
      await retryUntilDone(name, step, { log: app.log, signal })
    }
    pending = null
  }
  app.addHook('onListen', () => {
    takeSteps().catch((error: unknown) => {
      if (!signal.aborted) app.log.error({ err: error }, 'startup ended early')
    })
  })
  app.addHook('preClose', async () => stopping.abort())
}
