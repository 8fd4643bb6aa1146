import { BATCH_ANSWERS_MAX, countArrayElements, DomainError } from '@rehearse/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { GatewayConfig } from '../config.ts'
import { checkRows } from '../route-checks.ts'
import type { RouteLimit } from '../routes.ts'
import { CallCounter } from './call-counter.ts'

/**
 * The part of an address that one subscriber has for themselves: all of IPv4, and of IPv6 the first half.
 * @param ip as the socket or a trusted proxy tells it
 */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip) ?? []
  if (mapped !== undefined) return mapped
  const [head = '', tail] = ip.split('%')[0]?.split('::') ?? []
  const first = groupsOf(head)
  const last = groupsOf(tail ?? '')
  const between = Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0')
  return [...first, ...between, ...last].slice(0, 4).join(':')
}

const groupsOf = (part: string): string[] =>
  part === '' ? [] : part.split(':').map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))

/** The classes counted here; of the others every single one counts, also across replicas, so identity does it. */
const counted = [
  'READ',
  'WRITE',
  'ANSWERS',
  'IMPORT',
  'UPLOAD',
  'INTERVIEW',
  'TRACES',
] as const satisfies RouteLimit[]

/** Counts requests per class and caller, in windows of a minute, and refuses those over the limit. */
export function installRateLimits(app: FastifyInstance, config: GatewayConfig): void {
  const counters = new Map<RouteLimit, { limit: number; counter: CallCounter }>(
    counted.flatMap((name) => {
      const limit = config[`RATE_LIMIT_${name}`]
      return limit === 0 ? [] : [[name, { limit, counter: new CallCounter(limit) }]]
    }),
  )
  const count = (name: RouteLimit, cost: number, request: FastifyRequest, reply: FastifyReply): void => {
    const entry = counters.get(name)
    if (entry === undefined) return
    const { fits, left, secondsLeft } = entry.counter.count(callerKey(request), cost)
    reply.header('ratelimit-limit', entry.limit)
    reply.header('ratelimit-remaining', left)
    reply.header('ratelimit-reset', secondsLeft)
    if (!fits) throw tooMany(secondsLeft)
  }

  checkRows(app, ({ limit }) => {
    if (!counters.has(limit)) return null
    return (request, reply, done) => {
      count(limit, 1, request, reply)
      done()
    }
  })

  // A path that isn't there, or a method that it doesn't have, is a read of the visitor's.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.row === undefined && request.url.startsWith('/api/')) {
      count('READ', 1, request, reply)
    }
    done()
  })

  // The call itself has counted on arrival as one answer; how many there are is known once the body is here.
  app.addHook('onRoute', (route) => {
    if (route.config?.row?.batchOf !== 'answers') return
    route.preHandler = [
      ...[route.preHandler ?? []].flat(),
      (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
        const answers = Buffer.isBuffer(request.body) ? countArrayElements(request.body) : 0
        // More than a batch may hold is refused for that, and not for what is left.
        const others = Math.min(answers, BATCH_ANSWERS_MAX) - 1
        if (others > 0) count('ANSWERS', others, request, reply)
        done()
      },
    ]
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
