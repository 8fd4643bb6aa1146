import type { FastifyInstance } from 'fastify'
import type { Upstreams } from '../proxy/open-upstreams.ts'
import { overloaded } from '../proxy/upstream.ts'
import { checkRows } from '../route-checks.ts'

/**
 * Refuses what a full upstream could only answer late, before anything else is spent on it: those that were let in
 * stay fast, and the others know at once. What may be answered from memory goes on, and is refused where it is not.
 */
export function installLoadShedding(app: FastifyInstance, upstreams: Upstreams): void {
  checkRows(app, (row) => {
    if (row.upstream === 'gateway' || row.live || row.cache === 'until-changed') return null
    const upstream = upstreams[row.upstream]
    return (_request, _reply, done) => (upstream.isFull ? done(overloaded) : done())
  })
}
