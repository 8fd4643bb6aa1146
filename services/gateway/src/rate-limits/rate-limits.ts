import rateLimit from '@fastify/rate-limit'
import { BATCH_ANSWERS_MAX, countArrayElements, DomainError } from '@rehearse/contracts'
import { networkOf } from '@rehearse/service-kit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { GatewayConfig } from '../config.ts'
import { checkRows } from '../route-checks.ts'
import type { RouteLimit } from '../routes.ts'
import { CallCounter, callKey } from './call-counter.ts'

/** The classes counted here. Identity counts the others, whose limits apply across replicas. */
const counted = [
  'READ',
  'WRITE',
  'ANSWERS',
  'IMPORT',
  'UPLOAD',
  'INTERVIEW',
  'TRACES',
] as const satisfies RouteLimit[]

/** Counts requests per class and caller, in windows of a minute, and rejects those over the limit. */
export async function installRateLimits(app: FastifyInstance, config: GatewayConfig): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    enableDraftSpec: true,
    timeWindow: '1 minute',
    store: CallCounter,
    errorResponseBuilder: (_request, { ttl }) => tooMany(Math.ceil(ttl / 1_000)),
  })
  const checkOf = (name: RouteLimit, max: number) =>
    app.rateLimit({ max, keyGenerator: (request) => callKey(name, 1, callerOf(request)) })
  const checks = new Map<RouteLimit, ReturnType<typeof checkOf>>()
  for (const name of counted) {
    const max = config[`RATE_LIMIT_${name}`]
    if (max !== 0) checks.set(name, checkOf(name, max))
  }
  checkRows(app, ({ limit }) => checks.get(limit) ?? null)

  // A path or method that doesn't exist counts as a read.
  const read = checks.get('READ')
  if (read !== undefined) {
    app.addHook('onRequest', async function (request, reply) {
      const isUnknown = request.routeOptions.config.row === undefined && request.url.startsWith('/api/')
      if (isUnknown) await read.call(this, request, reply)
    })
  }
  if (config.RATE_LIMIT_ANSWERS !== 0) installBatches(app, config.RATE_LIMIT_ANSWERS)
}

/** A batch counts as one answer on arrival; this adds the rest once the body is read. */
function installBatches(app: FastifyInstance, max: number): void {
  const answersIn = ({ body }: FastifyRequest) => (Buffer.isBuffer(body) ? countArrayElements(body) : 0)
  // A batch over the maximum is rejected for its size, not for the rate.
  const others = (request: FastifyRequest) => Math.min(answersIn(request), BATCH_ANSWERS_MAX) - 1
  const count = app.createRateLimit({
    max,
    keyGenerator: (request) => callKey('ANSWERS', others(request), callerOf(request)),
  })
  const check = async (request: FastifyRequest, reply: FastifyReply) => {
    if (others(request) <= 0) return
    const counted = await count(request)
    if (counted.isAllowed) return
    if (counted.isExceeded) throw tooMany(counted.ttlInSeconds)
    reply.header('ratelimit-remaining', counted.remaining)
  }
  app.addHook('onRoute', (route) => {
    if (route.config?.row?.batchOf !== 'answers') return
    route.preHandler = [...[route.preHandler ?? []].flat(), check]
  })
}

/** Users count by id, visitors by network. */
const callerOf = ({ principal, ip }: FastifyRequest): string =>
  principal === null ? networkOf(ip) : principal.id

const tooMany = (seconds: number) =>
  new DomainError({
    kind: 'too-many',
    code: 'too_many_requests',
    message: 'Too many requests, please try again later',
    retryAfterSeconds: seconds,
  })
