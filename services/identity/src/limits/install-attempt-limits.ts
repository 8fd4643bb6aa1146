import { cookieNames, DomainError } from '@rehearse/contracts'
import type { Backend } from '@rehearse/service-kit'
import { type App, principalOf } from '@rehearse/service-kit'
import { type BackgroundWork, startBackgroundWork } from '@rehearse/service-kit/jobs/background-work'
import { delay } from '@rehearse/service-kit/jobs/delay'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { findAdminByEmail } from '../admins/repository.ts'
import { findLearnerByEmail } from '../learners/repository.ts'
import { addressOf } from '../passwords/address-of.ts'
import type { HashTurn } from '../passwords/password-hasher.ts'
import type { Db, Tables } from '../tables.ts'
import type { AttemptLimits, Standing } from './attempt-limits.ts'
import { networkOf } from './attempt-limits.ts'
import type { KeyedHash } from './familiar-device.ts'
import {
  type Account,
  type AccountState,
  cookieAfterSignIn,
  isFamiliar,
  readDevice,
} from './familiar-device.ts'
import { sweepAttempts } from './repository.ts'

type Counts =
  | 'learner-sign-in'
  | 'admin-sign-in'
  | 'registration'
  | 'mailed-step'
  | 'password-check'
  | 'email-change'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * What a request of this route is counted as, on arrival: a sign-in to the account that the body names, making an
     * account, a step by mail, showing one's password again, or that together with asking about another address.
     */
    counts?: Counts
  }
  interface FastifyRequest {
    /** Whether the browser has signed in to the account that it now asks for before. */
    fromFamiliarDevice: boolean
    /** Whether the account has been signed in to on this browser, with the password that it has now. */
    isFamiliarTo(account: AccountState): boolean
    /** Set where the caller has shown that an account is theirs: the browser becomes familiar to it. */
    provenAccount: AccountState | null
    /** The refusal of an address that is over its limit, until it turns out that the browser is familiar. */
    overLimit: DomainError | null
  }
}

/** A year: who signs in more rarely is a stranger, whom nothing worse meets than a stranger's limits. */
const deviceCookieMaxAge = 365 * 24 * 60 * 60

/** Counts the requests of all routes that say so, and makes the browsers familiar on which a sign-in succeeds. */
export function installAttemptLimits(
  app: App,
  { db, limits, hash }: { db: Db; limits: AttemptLimits; hash: KeyedHash },
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
    // The documentation says so too; a test holds it against the gateway's table, which leaves these calls to us.
    if (route.schema) Object.assign(route.schema, { 'x-counts': counts })
    // What is wrong with a body is no excuse to be let through.
    route.errorHandler ??= (error, request) => {
      throw request.overLimit ?? error
    }
  })

  // Before the body is read: a request counts even if nothing in it makes sense.
  app.addHook('onRequest', async (request, reply) => {
    const standing = await countArrival(request)
    if (standing === null) return
    show(reply, standing)
    if (standing.allowed) return
    const refusal = tooMany(standing.secondsLeft)
    if (!isSignIn(request) || deviceOf(request).tags.length === 0) throw refusal
    request.overLimit = refusal
  })

  // Before the body is validated: it counts for the account as soon as that can be read.
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
    const standing = await limits.signIn({ address: request.ip, account, familiar })
    if (standing === null) return
    show(reply, standing)
    if (!standing.allowed) throw tooMany(standing.secondsLeft)
  })

  app.addHook('onSend', async (request, reply) => {
    const { provenAccount } = request
    if (provenAccount !== null && reply.statusCode < 400) rememberDevice(request, reply, provenAccount)
  })

  async function countArrival(request: FastifyRequest): Promise<Standing | null> {
    const { counts } = request.routeOptions.config
    switch (counts) {
      case 'learner-sign-in':
      case 'admin-sign-in':
        return limits.arrive(request.ip)
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
    const find = account.kind === 'admin' ? findAdminByEmail : findLearnerByEmail
    const found = await find(db, account.email)
    return { ...account, passwordHash: found?.password_hash ?? null }
  }

  function rememberDevice(request: FastifyRequest, reply: FastifyReply, account: AccountState): void {
    reply.setCookie(cookieNames.device, cookieAfterSignIn(deviceOf(request), account, hash), {
      path: '/api',
      httpOnly: true,
      // Not strict: it has to come along when another site, where somebody signed in, sends the browser back.
      sameSite: 'lax',
      secure: request.protocol === 'https',
      maxAge: deviceCookieMaxAge,
    })
  }
}

/** Where a request waits for its turn at the password hash. */
export function turnOf(request: FastifyRequest): HashTurn {
  const account = request.principal?.id ?? accountOf(request)?.email ?? ''
  return { kind: kindOf(request), address: networkOf(request.ip), account }
}

function kindOf({ fromFamiliarDevice, routeOptions }: FastifyRequest): HashTurn['kind'] {
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

/** The account that the body names; null where that can't be one. */
function accountOf(request: FastifyRequest): Account | null {
  // Asked before and after the body is validated: it may be anything.
  const given = (request.body as { email?: unknown } | null | undefined)?.email
  const email = typeof given === 'string' ? addressOf(given) : ''
  if (email === '') return null
  return { kind: request.routeOptions.config.counts === 'admin-sign-in' ? 'admin' : 'learner', email }
}

/** Of several limits the tighter one is shown. */
function show(reply: FastifyReply, { perMinute, remaining, secondsLeft }: Standing): void {
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

/** Milliseconds between sweeps. */
const pause = 5 * 60 * 1000

/** Forgets counts whose minute is over, from when the schema stands until the service closes. */
export function keepAttemptsSwept({ app, database: { db }, beforeServing }: Backend<Tables>): void {
  let work: BackgroundWork | undefined
  beforeServing('sweep of sign-in counts', async () => {
    work = startBackgroundWork(
      'sweep of sign-in counts',
      async (stop) => {
        while (!stop.aborted) {
          await sweepAttempts(db)
          await delay(pause, stop)
        }
      },
      app.log,
    )
  })
  app.addHook('onClose', async () => work?.stop())
}
