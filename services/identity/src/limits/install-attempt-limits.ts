import { cookieNames, DomainError } from '@rehearse/contracts'
import { type App, type Backend, networkOf, principalOf } from '@rehearse/service-kit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { normalizeEmail } from '../passwords/normalize-email.ts'
import type { HashQueueKey } from '../passwords/password-hasher.ts'
import type { Tables } from '../tables.ts'
import type { AttemptLimits, LimitStatus } from './attempt-limits.ts'
import {
  type Account,
  type AccountState,
  cookieAfterSignIn,
  isFamiliar,
  type KeyedHash,
  readDevice,
} from './familiar-device.ts'
import { deleteEndedAttempts } from './repository.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the browser has signed in to the account in the body before. */
    fromFamiliarDevice: boolean
    /** Whether this browser has signed in to the account with its current password. */
    isFamiliarTo(account: AccountState): boolean
    /** Set after a successful sign-in or password change: the account becomes familiar with the browser. */
    provenAccount: AccountState | null
    /**
     * The error of a network over its limit, until the browser turns out to be familiar; or of an account over its limit,
     * until the request proves a second factor. Any other error of such a request is replaced by this one.
     */
    overLimit: DomainError | null
  }
}

/** A year. After that the browser is unknown and gets the stricter limits. */
const deviceCookieMaxAge = 365 * 24 * 60 * 60

interface AttemptLimitDependencies {
  limits: AttemptLimits
  hash: KeyedHash
  /** Null if the account doesn't exist or has no password. */
  passwordHashOf: (account: Account) => Promise<string | null>
}

/** Counts requests to routes with `counts`, and recognizes browsers after a successful sign-in. */
export function installAttemptLimits(
  app: App,
  { limits, hash, passwordHashOf }: AttemptLimitDependencies,
): void {
  app.decorateRequest('fromFamiliarDevice', false)
  app.decorateRequest('provenAccount', null)
  app.decorateRequest('overLimit', null)
  app.decorateRequest('isFamiliarTo', function (this: FastifyRequest, account: AccountState) {
    return isFamiliar(deviceOf(this), account, hash)
  })

  app.addHook('onRoute', (route) => {
    const { counts } = route.config ?? {}
    if (counts === undefined) return
    // Documented in OpenAPI too. A test compares it with the gateway's table, which leaves these routes to identity.
    if (route.schema) Object.assign(route.schema, { 'x-counts': counts })
    // An invalid body must not hide that the limit is exceeded.
    route.errorHandler ??= (error, request) => {
      throw request.overLimit ?? error
    }
  })

  // Before the body is read, so that invalid requests count too.
  app.addHook('onRequest', async (request, reply) => {
    const status = await countOnArrival(request)
    if (status === null) return
    setLimitHeaders(reply, status)
    if (status.allowed) return
    const limitError = tooMany(status.secondsLeft)
    if (!isSignIn(request) || deviceOf(request).tags.length === 0) throw limitError
    request.overLimit = limitError
  })

  // Before the body is validated, so that it counts for the account even if other fields are invalid.
  app.addHook('preValidation', async (request, reply) => {
    if (!isSignIn(request)) return
    const account = accountOf(request)
    const device = deviceOf(request)
    request.fromFamiliarDevice =
      account !== null && device.tags.length > 0 && isFamiliar(device, await stateOf(account), hash)
    if (request.overLimit !== null && !request.fromFamiliarDevice) throw request.overLimit
    if (account === null) return
    if (request.overLimit !== null) {
      request.overLimit = null
      reply.removeHeader('ratelimit-remaining')
    }
    const familiar = request.fromFamiliarDevice ? device : null
    const status = await limits.signIn({ address: request.ip, account, familiar })
    if (status === null) return
    setLimitHeaders(reply, status)
    if (status.allowed) return
    const limitError = tooMany(status.secondsLeft)
    if (!hasSecondFactor(request)) throw limitError
    const withFactor = await limits.signInWithFactor({ address: request.ip, account })
    if (withFactor?.allowed === false) throw limitError
    request.overLimit = limitError
  })

  app.addHook('onSend', async (request, reply) => {
    const { provenAccount } = request
    if (provenAccount !== null && reply.statusCode < 400) rememberDevice(request, reply, provenAccount)
  })

  async function countOnArrival(request: FastifyRequest): Promise<LimitStatus | null> {
    const { counts } = request.routeOptions.config
    switch (counts) {
      case 'learner-sign-in':
      case 'admin-sign-in':
        return limits.countRequest(request.ip)
      case 'registration':
      case 'mailed-step':
        return limits.register(request.ip)
      case 'password-check':
        return limits.checkPassword(principalOf(request).id)
      case 'email-change':
        return limits.changeEmail(principalOf(request).id, request.ip)
      case undefined:
        return null
      default:
        return counts satisfies never
    }
  }

  async function stateOf(account: Account): Promise<AccountState> {
    return { ...account, passwordHash: await passwordHashOf(account) }
  }

  function rememberDevice(request: FastifyRequest, reply: FastifyReply, account: AccountState): void {
    reply.setCookie(cookieNames.device, cookieAfterSignIn(deviceOf(request), account, hash), {
      path: '/api',
      httpOnly: true,
      // Not strict, since it's needed when a sign-in provider redirects back.
      sameSite: 'lax',
      secure: request.protocol === 'https',
      maxAge: deviceCookieMaxAge,
    })
  }
}

/** A request's place in the queue for password hashing. */
export function hashQueueKeyOf(request: FastifyRequest): HashQueueKey {
  const account = request.principal?.id ?? accountOf(request)?.email ?? ''
  return { kind: kindOf(request), address: networkOf(request.ip), account, signal: request.signal }
}

function kindOf({ fromFamiliarDevice, routeOptions }: FastifyRequest): HashQueueKey['kind'] {
  if (fromFamiliarDevice) return 'familiar'
  switch (routeOptions.config.counts) {
    case 'learner-sign-in':
      return 'stranger'
    case 'admin-sign-in':
      return 'admin'
    case 'registration':
      return 'registration'
    default:
      return 'change'
  }
}

const deviceOf = (request: FastifyRequest) => readDevice(request.cookies[cookieNames.device])

const isSignIn = ({ routeOptions: { config } }: FastifyRequest): boolean =>
  config.counts === 'learner-sign-in' || config.counts === 'admin-sign-in'

/** Whether the body has a code of a second factor, which only admins' accounts have. */
function hasSecondFactor({ body, routeOptions: { config } }: FastifyRequest): boolean {
  if (config.counts !== 'admin-sign-in') return false
  const { code, recoveryCode } = body as { code?: unknown; recoveryCode?: unknown }
  return [code, recoveryCode].some((text) => typeof text === 'string' && text !== '')
}

/** The account in the body; null if there is none. */
function accountOf(request: FastifyRequest): Account | null {
  // The body may not be validated yet.
  const typed = (request.body as { email?: unknown } | null | undefined)?.email
  const email = typeof typed === 'string' ? normalizeEmail(typed) : ''
  if (email === '') return null
  return { kind: request.routeOptions.config.counts === 'admin-sign-in' ? 'admin' : 'learner', email }
}

/** Shows the tightest of several limits. */
function setLimitHeaders(reply: FastifyReply, { perMinute, remaining, secondsLeft }: LimitStatus): void {
  const shown = reply.getHeader('ratelimit-remaining')
  if (shown !== undefined && Number(shown) <= remaining) return
  reply.headers({
    'ratelimit-limit': perMinute,
    'ratelimit-remaining': remaining,
    'ratelimit-reset': secondsLeft,
  })
}

const tooMany = (retryAfterSeconds: number) =>
  new DomainError({
    kind: 'too-many',
    code: 'too_many_requests',
    message: 'Too many requests, please try again later',
    retryAfterSeconds,
  })

/** Milliseconds between runs. */
const pause = 5 * 60 * 1000

/** Deletes expired counts until the service closes. */
export function startAttemptCleanup({ database: { db }, runPeriodically }: Backend<Tables>): void {
  runPeriodically('sweep of sign-in counts', pause, async () => {
    await deleteEndedAttempts(db)
  })
}
