import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import rateLimit from '@fastify/rate-limit'
import { BATCH_ANSWERS_MAX, countArrayElements, DomainError } from '@rehearse/contracts'
import { networkOf } from '@rehearse/service-kit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { GatewayConfig } from '../config.ts'
import { checkRows } from '../route-checks.ts'
import type { RouteLimit } from '../routes.ts'

/** The classes counted here. Identity counts the others, whose limits apply across replicas. */
const counted = [
  'READ',
  'WRITE',
  'ANSWERS',
  'IMPORT',
  'EXPORT',
  'UPLOAD',
  'INTERVIEW',
  'TRACES',
  'PAGES',
] as const satisfies (RouteLimit | 'PAGES')[]
type CountedHere = (typeof counted)[number]

/** Checks that count requests per class and caller, in windows of a minute (exports: ten), and reject those over the limit. */
export interface RateLimits {
  /** Installs the check of every route: declared ones by their class, other paths as reads or pages. */
  install(): void
  /**
   * Rejects a request that its class may not have counted: before its route is known, or a sign-in that won't reach
   * identity. It counts as a read: over that limit it ends with 429, else with the error.
   */
  refuse(request: FastifyRequest, error: Error, done: (error: Error) => void): void
}

/** Opens the limits before hooks that reject requests are installed; the routes' checks follow with `install`. */
export async function openRateLimits(app: FastifyInstance, config: GatewayConfig): Promise<RateLimits> {
  await app.register(rateLimit, {
    global: false,
    enableDraftSpec: true,
    store: CallCounter,
    errorResponseBuilder: (_request, { ttl }) => tooMany(Math.ceil(ttl / 1_000)),
  })
  const limits = new Map<CountedHere, Limit>()
  for (const name of counted) {
    const max = config[`RATE_LIMIT_${name}`]
    const timeWindow = name === 'EXPORT' ? '10 minutes' : '1 minute'
    const keyGenerator = (request: FastifyRequest) => callKey(name, 1, callerOf(request))
    if (max !== 0) limits.set(name, { max, timeWindow, keyGenerator })
  }
  const checkOf = (name: CountedHere) => {
    const limit = limits.get(name)
    return limit === undefined ? null : app.rateLimit(limit)
  }
  const reads = limits.get('READ')
  // Without headers, which state the limit of the route's own class.
  const countAsRead = reads && app.createRateLimit(reads)

  const refuse: RateLimits['refuse'] = (request, error, done) => {
    if (countAsRead === undefined) done(error)
    else countAsRead(request).then((count) => done(errorOf(count) ?? error), done)
  }
  const install = () => {
    const checks = new Map(counted.map((name) => [name as RouteLimit, checkOf(name)]))
    checkRows(app, ({ limit }) => checks.get(limit) ?? null)
    const exports = limits.get('EXPORT')
    if (exports !== undefined) {
      // An export takes most of a second: several accounts of one network share its limit.
      const countOfNetwork = app.createRateLimit({
        ...exports,
        keyGenerator: ({ ip }) => callKey('EXPORT', 1, networkOf(ip)),
      })
      checkRows(app, ({ limit }) =>
        limit === 'EXPORT'
          ? (request, _reply, done) => {
              countOfNetwork(request).then((count) => done(errorOf(count)), done)
            }
          : null,
      )
    }
    // A path or method that no route declares: a page, a file, or nothing.
    const [read, page] = [checkOf('READ'), checkOf('PAGES')]
    app.addHook('onRequest', async function (request, reply) {
      if (request.routeOptions.config.row !== undefined) return
      await (request.url.startsWith('/api/') ? read : page)?.call(this, request, reply)
    })
    if (config.RATE_LIMIT_ANSWERS !== 0) installBatches(app, config.RATE_LIMIT_ANSWERS)
  }
  return { install, refuse }
}

interface Limit {
  max: number
  timeWindow: string
  keyGenerator(request: FastifyRequest): string
}

type Count = Awaited<ReturnType<ReturnType<FastifyInstance['createRateLimit']>>>

const errorOf = (count: Count): Error | undefined =>
  !count.isAllowed && count.isExceeded ? tooMany(count.ttlInSeconds) : undefined

/** A batch counts as one answer on arrival; this adds the rest once the body is read. */
function installBatches(app: FastifyInstance, max: number): void {
  const answersIn = ({ body }: FastifyRequest) => (Buffer.isBuffer(body) ? countArrayElements(body) : 0)
  // A batch over the maximum is rejected for its size, not for the rate.
  const others = (request: FastifyRequest) => Math.min(answersIn(request), BATCH_ANSWERS_MAX) - 1
  const count = app.createRateLimit({
    max,
    timeWindow: '1 minute',
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

interface Window {
  calls: number
  endsAt: number
}

type Done = Parameters<FastifyRateLimitStore['incr']>[1]

/** Maximum number of callers of all classes; the least recent is dropped first. */
const remembered = 200_000

/** Encodes a limit, caller and cost as text, the only thing the plugin passes to its store. */
export const callKey = (limit: CountedHere, cost: number, caller: string) => `${limit} ${caller} ${cost}`

/**
 * The plugin's store: each class counts a caller's requests in windows that begin with the first one. A cost is
 * counted as a whole or not at all; the plugin's own store counts every request as one, and each route separately.
 */
export class CallCounter implements FastifyRateLimitStore {
  readonly #windows = new LRUCache<string, Window>({ max: remembered })

  incr(key: string, done: Done, length: number, limit: number): void {
    const end = key.lastIndexOf(' ')
    const name = key.slice(0, end)
    const now = performance.now()
    let window = this.#windows.get(name)
    if (window === undefined || window.endsAt <= now) {
      window = { calls: 0, endsAt: now + length }
      this.#windows.set(name, window)
    }
    const calls = window.calls + Number(key.slice(end + 1))
    if (calls <= limit) window.calls = calls
    // Capped, since adding and subtracting fractions can round up.
    done(null, { current: calls, ttl: Math.min(length, window.endsAt - now) })
  }

  child(): this {
    return this
  }
}
