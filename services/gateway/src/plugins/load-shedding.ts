import { DomainError } from '@rehearse/contracts'
import type { FastifyInstance } from 'fastify'
import type { Upstreams } from '../upstreams/open-upstreams.ts'
import { checkRows } from './check-rows.ts'

/**
 * Refuses what a full upstream could only answer late, before anything else is spent on it: those that were let in
 * stay fast, and the others know at once.
 */
export function installLoadShedding(app: FastifyInstance, upstreams: Upstreams): void {
  checkRows(app, (row) => {
    if (row.upstream === 'gateway' || row.live) return null
    const upstream = upstreams[row.upstream]
    return (_request, _reply, done) => (upstream.isFull ? done(overloaded) : done())
  })
}

/** Made once: a stack trace for each of thousands would cost more than what it refuses. */
const overloaded = new DomainError({
  kind: 'unavailable',
  code: 'overloaded',
  message: 'Temporarily unavailable, please try again',
  retryAfterSeconds: 1,
})
