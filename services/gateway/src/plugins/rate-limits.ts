import { DomainError } from '@rehearse/contracts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { GatewayConfig } from '../config.ts'
import type { RouteLimit } from '../routes.ts'
import { CallCounter } from './call-counter.ts'
import { checkRows } from './check-rows.ts'
import { networkOf } from './network-of.ts'

/** The classes counted here; of the others every single one counts, also across replicas, so identity does it. */
const counted = ['READ', 'WRITE', 'IMPORT', 'UPLOAD', 'INTERVIEW', 'TRACES'] as const satisfies RouteLimit[]

/** Counts requests per class and caller, in windows of a minute, and refuses those over the limit. */
export function installRateLimits(app: FastifyInstance, config: GatewayConfig): void {
  const limits = new Map<RouteLimit, number>(counted.map((name) => [name, config[`RATE_LIMIT_${name}`]]))
  const counters = new Map<RouteLimit, CallCounter>(counted.map((name) => [name, new CallCounter()]))
  checkRows(app, (row) => {
    const limit = limits.get(row.limit) ?? 0
    const counter = counters.get(row.limit)
    if (limit === 0 || counter === undefined) return null
    return (request, reply, done) => {
      const { calls, secondsLeft } = counter.count(callerKey(request))
      reply.header('ratelimit-limit', limit)
      reply.header('ratelimit-remaining', Math.max(0, limit - calls))
      reply.header('ratelimit-reset', secondsLeft)
      if (calls > limit) done(tooMany(secondsLeft))
      else done()
    }
  })
}

/** A user wherever they come from, a visitor by their network. */
const callerKey = ({ principal, ip }: FastifyRequest): string =>
  principal === null ? networkOf(ip) : principal.id

const tooMany = (seconds: number) =>
  new DomainError({
    kind: 'too-many',
    code: 'too_many_requests',
    message: 'Too many requests, please try again later',
    retryAfterSeconds: seconds,
  })
