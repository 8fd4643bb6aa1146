import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import { DomainError } from '@rehearse/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { GatewayConfig } from '../config.ts'
import type { RouteLimit } from '../routes.ts'

type LimitClass = 'SIGNIN_ACCOUNT' | 'SIGNIN_ADDRESS' | 'REGISTER' | 'READ' | 'WRITE' | 'IMPORT'
type Limiter = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** Callers remembered per class; the least recent is forgotten first. */
const remembered = 50_000

/**
 * Counts requests per class and caller, in windows of a minute, and refuses those over the limit. Sign-ins are counted
 * twice: here by address, and by account as soon as the body is read.
 * @returns the hook that counts a sign-in against its account
 */
export async function installRateLimits(app: FastifyInstance, config: GatewayConfig): Promise<Limiter> {
  await app.register(rateLimit, { global: false, cache: remembered })
  const limiter = (name: LimitClass, key: (request: FastifyRequest) => string | null): Limiter =>
    createLimiter(app, config[`RATE_LIMIT_${name}`], key)
  const limiters: Record<RouteLimit, Limiter> = {
    SIGNIN: limiter('SIGNIN_ADDRESS', addressKey),
    REGISTER: limiter('REGISTER', addressKey),
    READ: limiter('READ', callerKey),
    WRITE: limiter('WRITE', callerKey),
    IMPORT: limiter('IMPORT', callerKey),
  }
  app.addHook('onRequest', async (request, reply) => {
    const { row } = request.routeOptions.config
    if (row !== undefined) await limiters[row.limit](request, reply)
  })
  return limiter('SIGNIN_ACCOUNT', accountKey)
}

/** @param max requests per minute; 0 for no limit. A request whose key is null isn't counted. */
function createLimiter(
  app: FastifyInstance,
  max: number,
  key: (request: FastifyRequest) => string | null,
): Limiter {
  if (max === 0) return async () => {}
  const count = app.createRateLimit({
    max,
    timeWindow: '1 minute',
    keyGenerator: (request) => key(request) ?? '',
  })
  return async (request, reply) => {
    if (key(request) === null) return
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

/** An IPv6 subscriber owns a whole /64, so that is one address here. */
const addressKey = (request: FastifyRequest): string => `address ${normalizeIP(request.ip)}`

const callerKey = (request: FastifyRequest): string =>
  request.principal === null ? addressKey(request) : `user ${request.principal.id}`

/** The account that a sign-in tries, read from its buffered body; null where it names none. */
function accountKey(request: FastifyRequest): string | null {
  try {
    const email: unknown = JSON.parse(String(request.body))?.email
    return typeof email === 'string' ? `${request.routeOptions.url} ${email.trim().toLowerCase()}` : null
  } catch {
    return null
  }
}
