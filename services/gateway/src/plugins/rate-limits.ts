import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import { DomainError } from '@rehearse/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { GatewayConfig } from '../config.ts'
import type { RouteLimit } from '../routes.ts'

/** The classes counted here; of the others every single one counts, also across replicas, so identity does it. */
type LimitClass = Exclude<RouteLimit, 'SIGNIN' | 'REGISTER'>
type Limiter = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** Callers remembered per class; the least recent is forgotten first. */
const remembered = 50_000

/** Counts requests per class and caller, in windows of a minute, and refuses those over the limit. */
export async function installRateLimits(app: FastifyInstance, config: GatewayConfig): Promise<void> {
  await app.register(rateLimit, { global: false, cache: remembered })
  const limiter = (name: LimitClass): Limiter => createLimiter(app, config[`RATE_LIMIT_${name}`])
  const limiters: Partial<Record<RouteLimit, Limiter>> & Record<LimitClass, Limiter> = {
    READ: limiter('READ'),
    WRITE: limiter('WRITE'),
    IMPORT: limiter('IMPORT'),
    UPLOAD: limiter('UPLOAD'),
  }
  app.addHook('onRequest', async (request, reply) => {
    const { row } = request.routeOptions.config
    if (row !== undefined) await limiters[row.limit]?.(request, reply)
  })
}

/** @param max requests per minute; 0 for no limit */
function createLimiter(app: FastifyInstance, max: number): Limiter {
  if (max === 0) return async () => {}
  const count = app.createRateLimit({
    max,
    timeWindow: '1 minute',
    keyGenerator: callerKey,
  })
  return async (request, reply) => {
    const state = await count(request)
    if (state.isAllowed) return
    reply.headers({
      'ratelimit-limit': state.max,
      'ratelimit-remaining': state.remaining,
      'ratelimit-reset': state.ttlInSeconds,
    })
    if (!state.isExceeded) return
    throw new DomainError({
      kind: 'too-many',
      code: 'too_many_requests',
      message: 'Too many requests, please try again later',
      retryAfterSeconds: state.ttlInSeconds,
    })
  }
}

/** Of a visitor the address; an IPv6 subscriber owns a whole /64, so that is one address here. */
function callerKey({ principal, ip }: FastifyRequest): string {
  return principal === null ? `address ${normalizeIP(ip)}` : `user ${principal.id}`
}
