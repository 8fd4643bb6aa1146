import { DomainError } from '@rehearse/contracts'
import type { FastifyInstance } from 'fastify'
import type { Upstreams } from '../upstreams/open-upstreams.ts'

/**
 * Refuses what a full upstream could only answer late, before anything else is spent on it: those that were let in
 * stay fast, and the others know at once.
 */
export function installLoadShedding(app: FastifyInstance, upstreams: Upstreams): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { row } = request.routeOptions.config
    if (row === undefined || row.upstream === 'gateway' || row.live || !upstreams[row.upstream].isFull) done()
    else done(overloaded)
  })
}

/** Made once: a stack trace for each of thousands would cost more than what it refuses. */
const overloaded = new DomainError({
  kind: 'unavailable',
  code: 'overloaded',
  message: 'Temporarily unavailable, please try again',
  retryAfterSeconds: 1,
})
