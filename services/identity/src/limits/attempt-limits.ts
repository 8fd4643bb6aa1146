import { isIPv6 } from 'node:net'
import type { IdentityConfig } from '../config.ts'
import type { Db } from '../tables.ts'
import type { Account, FamiliarDevice, KeyedHash } from './familiar-device.ts'
import { type Budget, type Count, countAttempt } from './repository.ts'

/** How much more than one address all strangers together may try an account: who guesses from many has little of it. */
const strangersShare = 3

export interface SignInAttempt {
  address: string
  account: Account
  /** The device, where it has signed in to this account before. */
  familiar: FamiliarDevice | null
}

/** Where the tightest of the budgets stands. */
export interface Standing {
  allowed: boolean
  perMinute: number
  remaining: number
  secondsLeft: number
}

export interface AttemptLimits {
  /** Counts a request to sign in on its arrival, whatever is in it; null where no limit is set. */
  arrive(address: string): Promise<Standing | null>
  /** Counts it for the account that it names. */
  signIn(attempt: SignInAttempt): Promise<Standing | null>
  register(address: string): Promise<Standing | null>
  /** Of who is signed in and shows their password again: a stolen session must not be a way to guess it. */
  checkPassword(principalId: string): Promise<Standing | null>
  /** The same, where the response says whether an address is taken: as registering, which says so too. */
  changeEmail(principalId: string, address: string): Promise<Standing | null>
}

type Limits = Pick<
  IdentityConfig,
  'RATE_LIMIT_SIGNIN_ACCOUNT' | 'RATE_LIMIT_SIGNIN_ADDRESS' | 'RATE_LIMIT_REGISTER'
>

/** Limits that slow down who guesses passwords and don't lock out who knows theirs: see docs/decisions/0014. */
export function attemptLimits(db: Db, hash: KeyedHash, limits: Limits): AttemptLimits {
  const refused = new RefusedKeys()
  const count = async (budgets: readonly Budget[]): Promise<Standing | null> => {
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
    arrive: (address) =>
      count([{ key: hash('address', networkOf(address)), perMinute: limits.RATE_LIMIT_SIGNIN_ADDRESS }]),
    signIn: ({ address, account: { kind, email }, familiar }) => {
      const perAccount = limits.RATE_LIMIT_SIGNIN_ACCOUNT
      const network = networkOf(address)
      if (familiar !== null) {
        return count([
          { key: hash('familiar', kind, email, familiar.id.toString('hex')), perMinute: perAccount },
          // A reserve of the address: strangers behind it can't use it up, nor can it have more cookies than this.
          { key: hash('familiar-address', network), perMinute: limits.RATE_LIMIT_SIGNIN_ADDRESS },
        ])
      }
      return count([
        { key: hash('account', kind, email, network), perMinute: perAccount },
        { key: hash('strangers', kind, email), perMinute: perAccount * strangersShare },
      ])
    },
  }
}

const remainingOf = ({ budget, tried }: Count): number => budget.perMinute - tried

/** Keys remembered at most; the oldest is forgotten first. */
const capacity = 10_000

/** What was refused is refused again without asking the database until its minute ends: a flood must cost nothing. */
class RefusedKeys {
  /** When each may come again, in milliseconds on the clock that is asked by; in the order of refusal. */
  readonly #until = new Map<string, number>()

  /** @returns seconds until the key may come again; 0 when it may now */
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

/** Whom an address stands for: one IPv4 host; of IPv6 a /64, since a subscriber owns all of that. */
export function networkOf(address: string): string {
  const v4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (v4 !== undefined || !isIPv6(address)) return v4 ?? address
  const [head = '', tail] = address.replace(/%.*$/, '').split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0')
  const network = [...before, ...zeros, ...after].slice(0, 4)
  return network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')
}
