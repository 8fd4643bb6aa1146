import { networkOf } from '@rehearse/service-kit'
import type { IdentityConfig } from '../config.ts'
import type { Db } from '../tables.ts'
import type { Account, FamiliarDevice, KeyedHash } from './familiar-device.ts'
import { type Budget, type Count, countAttempt } from './repository.ts'

/** All unknown devices together may try an account this many times as often as a single network. */
const unknownDeviceShare = 3

export interface SignInAttempt {
  address: string
  account: Account
  /** The device, if it has signed in to this account before. */
  familiar: FamiliarDevice | null
}

/** The tightest of the limits that apply. */
export interface LimitStatus {
  allowed: boolean
  perMinute: number
  remaining: number
  secondsLeft: number
}

export interface AttemptLimits {
  /** Counts a sign-in request on arrival, whatever its content; null if no limit is set. */
  countRequest(address: string): Promise<LimitStatus | null>
  /** Counts it toward the limit of the account in its body. */
  signIn(attempt: SignInAttempt): Promise<LimitStatus | null>
  /**
   * Counts a sign-in with a second factor to an account over its limit. Only this network's attempts count, so that no one
   * else can use them up.
   */
  signInWithFactor(attempt: Pick<SignInAttempt, 'address' | 'account'>): Promise<LimitStatus | null>
  register(address: string): Promise<LimitStatus | null>
  /** Counts password checks within a session, so that a stolen session can't be used to guess the password. */
  checkPassword(principalId: string): Promise<LimitStatus | null>
  /** Also counts toward the registration limit, since the response reveals whether an address is taken. */
  changeEmail(principalId: string, address: string): Promise<LimitStatus | null>
}

type Limits = Pick<
  IdentityConfig,
  'RATE_LIMIT_SIGNIN_ACCOUNT' | 'RATE_LIMIT_SIGNIN_ADDRESS' | 'RATE_LIMIT_REGISTER'
>

/** Limits that slow down guessing without locking out owners: see docs/decisions/0014. */
export function attemptLimits(db: Db, hash: KeyedHash, limits: Limits): AttemptLimits {
  const refused = new RefusedKeys()
  const count = async (budgets: readonly Budget[]): Promise<LimitStatus | null> => {
    const counted = budgets.filter(({ perMinute }) => perMinute > 0)
    if (counted.length === 0) return null
    const now = performance.now()
    for (const { key, perMinute } of counted) {
      const secondsLeft = refused.secondsLeft(key, now)
      if (secondsLeft > 0) return { allowed: false, perMinute, remaining: 0, secondsLeft }
    }
    const counts = await countAttempt(db, counted)
    const tightest = counts.reduce((a, b) => (remainingOf(b) < remainingOf(a) ? b : a))
    const { budget, tried, secondsLeft } = tightest
    const allowed = tried <= budget.perMinute
    if (!allowed) refused.refuse(budget.key, secondsLeft, now)
    return {
      allowed,
      perMinute: budget.perMinute,
      remaining: Math.max(0, remainingOf(tightest)),
      secondsLeft,
    }
  }

  const registration = (address: string): Budget => ({
    key: hash('register', networkOf(address)),
    perMinute: limits.RATE_LIMIT_REGISTER,
  })
  const passwordCheck = (principalId: string): Budget => ({
    key: hash('check', principalId),
    perMinute: limits.RATE_LIMIT_SIGNIN_ACCOUNT,
  })
  return {
    register: (address) => count([registration(address)]),
    checkPassword: (principalId) => count([passwordCheck(principalId)]),
    changeEmail: (principalId, address) => count([passwordCheck(principalId), registration(address)]),
    countRequest: (address) =>
      count([{ key: hash('address', networkOf(address)), perMinute: limits.RATE_LIMIT_SIGNIN_ADDRESS }]),
    signInWithFactor: ({ address, account: { kind, email } }) =>
      count([
        {
          key: hash('factor', kind, email, networkOf(address)),
          perMinute: limits.RATE_LIMIT_SIGNIN_ACCOUNT,
        },
      ]),
    signIn: ({ address, account: { kind, email }, familiar }) => {
      const perAccount = limits.RATE_LIMIT_SIGNIN_ACCOUNT
      const network = networkOf(address)
      if (familiar !== null) {
        return count([
          { key: hash('familiar', kind, email, familiar.id.toString('hex')), perMinute: perAccount },
          // A separate budget per network: unknown devices can't use it up, and more cookies don't increase it.
          { key: hash('familiar-address', network), perMinute: limits.RATE_LIMIT_SIGNIN_ADDRESS },
        ])
      }
      return count([
        { key: hash('account', kind, email, network), perMinute: perAccount },
        { key: hash('strangers', kind, email), perMinute: perAccount * unknownDeviceShare },
      ])
    },
  }
}

const remainingOf = ({ budget, tried }: Count): number => budget.perMinute - tried

/** The maximum number of cached keys; the oldest is evicted first. */
const capacity = 10_000

/** Caches exceeded limits until their minute ends, so that a flood doesn't reach the database. */
class RefusedKeys {
  /** When each key is allowed again (ms, same clock as `now`), in insertion order. */
  readonly #until = new Map<string, number>()

  /** @returns seconds until the key is allowed again; 0 if it is now */
  secondsLeft(key: Buffer, now: number): number {
    const until = this.#until.get(key.toString('base64'))
    return until === undefined ? 0 : Math.max(0, Math.ceil((until - now) / 1_000))
  }

  refuse(key: Buffer, seconds: number, now: number): void {
    const name = key.toString('base64')
    this.#until.delete(name)
    this.#until.set(name, now + seconds * 1_000)
    const [oldest] = this.#until.keys()
    if (this.#until.size > capacity && oldest !== undefined) this.#until.delete(oldest)
  }
}
