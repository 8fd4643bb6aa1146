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

/** The classes counted here. Identity counts the others, since those limits hold across replicas. */
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

  // A path or method that doesn't exist counts as a read.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.row === undefined && request.url.startsWith('/api/')) {
      count('READ', 1, request, reply)
    }
    done()
  })

  // The request has counted as one answer on arrival; the body says how many there are.
  app.addHook('onRoute', (route) => {
    if (route.config?.row?.batchOf !== 'answers') return
    route.preHandler = [
      ...[route.preHandler ?? []].flat(),
      (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
        const answers = Buffer.isBuffer(request.body) ? countArrayElements(request.body) : 0
        // A batch over the maximum is refused for its size, not for the rate.
        const others = Math.min(answers, BATCH_ANSWERS_MAX) - 1
        if (others > 0) count('ANSWERS', others, request, reply)
        done()
      },
    ]
  })
}

/** Users count by id, visitors by network. */
const callerKey = ({ principal, ip }: FastifyRequest): string =>
  principal === null ? networkOf(ip) : principal.id

const tooMany = (seconds: number) =>
  new DomainError({
    kind: 'too-many',
    code: 'too_many_requests',
    message: 'Too many requests, please try again later',
    retryAfterSeconds: seconds,
  })
