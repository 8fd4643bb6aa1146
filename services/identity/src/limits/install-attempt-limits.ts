import { cookieNames, DomainError } from '@rehearse/contracts'
import { type App, principalOf } from '@rehearse/service-kit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { addressOf } from '../passwords/address-of.ts'
import type { Lane } from '../passwords/concurrency-limit.ts'
import type { AttemptLimits, Standing } from './attempt-limits.ts'
import { type Account, cookieAfterSignIn, isFamiliar, readDevice } from './familiar-device.ts'
import type { KeyedHash } from './keyed-hash.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * What a call of this route is counted as, before anything else is done for it: a sign-in to the account that the
     * body names, making an account, a step by mail, or showing one's password again.
     */
    counts?: 'learner-sign-in' | 'admin-sign-in' | 'registration' | 'mailed-step' | 'password-check'
  }
  interface FastifyRequest {
    /** Whether the browser has signed in to the account that it now asks for before. */
    fromFamiliarDevice: boolean
    /** Whether an account has been signed in to on this browser before. */
    isFamiliarTo(account: Account): boolean
    /** Whose account the caller has shown to be theirs, where the body doesn't say: by a mailed link. */
    provenAccount: Account | null
  }
}

/** A year: who signs in more rarely is a stranger, whom nothing worse meets than a stranger's limits. */
const deviceCookieMaxAge = 365 * 24 * 60 * 60

/** Counts the calls of all routes that say so, and makes the browsers familiar on which a sign-in succeeds. */
export function installAttemptLimits(app: App, limits: AttemptLimits, hash: KeyedHash): void {
  app.decorateRequest('fromFamiliarDevice', false)
  app.decorateRequest('provenAccount', null)
  app.decorateRequest('isFamiliarTo', function (this: FastifyRequest, account: Account) {
    return isFamiliar(readDevice(this.cookies[cookieNames.device]), account, hash)
  })

  // The documentation says so too; a test holds it against the gateway's table, which leaves these calls to us.
  app.addHook('onRoute', ({ config, schema }) => {
    if (config?.counts !== undefined && schema) Object.assign(schema, { 'x-counts': config.counts })
  })

  app.addHook('preHandler', async (request, reply) => {
    const standing = await stand(request)
    if (standing === null) return
    reply.headers({
      'ratelimit-limit': standing.perMinute,
      'ratelimit-remaining': standing.remaining,
      'ratelimit-reset': standing.secondsLeft,
    })
    if (!standing.allowed) throw tooMany(standing.secondsLeft)
  })

  app.addHook('onSend', async (request, reply) => {
    const account = request.provenAccount ?? accountOf(request)
    if (account !== null && reply.statusCode < 400) rememberDevice(request, reply, account)
  })

  async function stand(request: FastifyRequest): Promise<Standing | null> {
    const { counts } = request.routeOptions.config
    if (counts === undefined) return null
    if (counts === 'registration' || counts === 'mailed-step') return limits.register(request.ip)
    if (counts === 'password-check') return limits.checkPassword(principalOf(request).id)
    const account = accountOf(request)
    const device = readDevice(request.cookies[cookieNames.device])
    request.fromFamiliarDevice = account !== null && isFamiliar(device, account, hash)
    return limits.signIn({
      address: request.ip,
      account,
      familiar: request.fromFamiliarDevice ? device : null,
    })
  }

  function rememberDevice(request: FastifyRequest, reply: FastifyReply, account: Account): void {
    const device = readDevice(request.cookies[cookieNames.device])
    reply.setCookie(cookieNames.device, cookieAfterSignIn(device, account, hash), {
      path: '/api',
      httpOnly: true,
      // Not strict: it has to come along when another site, where somebody signed in, sends the browser back.
      sameSite: 'lax',
      secure: request.protocol === 'https',
      maxAge: deviceCookieMaxAge,
    })
  }
}

/** Where a sign-in waits for its turn at the password hash. */
export const laneOf = (request: FastifyRequest): Lane => (request.fromFamiliarDevice ? 'familiar' : 'strange')

/** The account that who succeeds with this call has shown to be theirs; null where that is none. */
function accountOf(request: FastifyRequest): Account | null {
  const { counts } = request.routeOptions.config
  if (counts === undefined || counts === 'mailed-step' || counts === 'password-check') return null
  // Asked before and after the body is held against its schema: it may be anything.
  const given = (request.body as { email?: unknown } | null | undefined)?.email
  const email = typeof given === 'string' ? addressOf(given) : ''
  return email === '' ? null : { kind: counts === 'admin-sign-in' ? 'admin' : 'learner', email }
}

const tooMany = (retryAfterSeconds: number) =>
  new DomainError({
    kind: 'too-many',
    code: 'too_many_requests',
    message: 'Too many requests, please try again later',
    retryAfterSeconds,
  })
