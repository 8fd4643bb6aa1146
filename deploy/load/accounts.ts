import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from './client.ts'
import { BrokenOff, openVisit } from './client.ts'
import type { Accounts, Visit } from './journey.ts'

interface Preparation {
  client: Client
  count: number
  admin: Credentials | null
  random: () => number
  addressOf: (() => string) | null
  signal: AbortSignal
  say: (what: string) => void
}

/** Opens the accounts for the journeys before the clock starts, within the target's rate limits. */
export async function prepareAccounts(preparation: Preparation): Promise<Accounts> {
  const { count, admin, say, signal } = preparation
  if (count === 0) return newAccounts(admin)
  const step: Visit['step'] = async (name, ask) => {
    for (;;) {
      const visit = openVisit({
        ...preparation,
        accounts: newAccounts(admin),
        due: performance.now(),
        thinking: 0,
        address: preparation.addressOf?.() ?? null,
        onSent: () => {},
        onTimed: () => {},
      })
      try {
        return await visit.step(name, ask)
      } catch (error) {
        if (!(error instanceof BrokenOff) || error.answered.outcome !== 'limited') throw error
        const seconds = error.answered.retryAfter ?? 5
        say(`the target limits ${name}: continuing in ${seconds} s`)
        await delay(seconds * 1_000, undefined, { signal })
      }
    }
  }
  const visit: Visit = {
    accounts: newAccounts(admin),
    random: preparation.random,
    step,
    think: async () => {},
  }
  return savedAccounts(visit, {
    count,
    admin,
    onOpened: (done) => say(`${done} of ${count} accounts signed up`),
  })
}

export interface Credentials {
  email: string
  password: string
}

interface SavedAccount {
  credentials: Credentials
  token: string
  expiresAt: number
}

interface SignedIn {
  token: string
  expiresAt: string
}

/** A session that would end within this time (ms) is renewed. */
const spare = 5 * 60_000

/** Every journey signs up, or in, by itself. */
export function newAccounts(admin: Credentials | null): Accounts {
  return {
    learner: async (visit) => ({ token: (await signUp(visit)).token, isOwn: true }),
    admin: async (visit) => ({ token: (await signInAdmin(visit, admin)).token, isOwn: true }),
  }
}

/**
 * Learners who signed up beforehand and whose sessions the journeys use, like most returning users.
 * @param visit for the sign-ups: not part of the run, so that they aren't counted
 */
async function savedAccounts(
  visit: Visit,
  { count, admin, onOpened }: { count: number; admin: Credentials | null; onOpened: (done: number) => void },
): Promise<Accounts> {
  const learners: SavedAccount[] = []
  while (learners.length < count) {
    learners.push(await signUp(visit))
    onOpened(learners.length)
  }
  const boss = admin && (await signInAdmin(visit, admin))
  return {
    learner: async (own) => {
      const account = learners[Math.floor(own.random() * learners.length)] as SavedAccount
      if (account.expiresAt - Date.now() < spare) await renewToken(own, account)
      return { token: account.token, isOwn: false }
    },
    admin: async () => ({ token: boss?.token ?? '', isOwn: false }),
  }
}

async function signUp(visit: Visit): Promise<SavedAccount> {
  const credentials = { email: `load-${randomUUID()}@load-test.example`, password: `pw-${randomUUID()}` }
  const { token, expiresAt } = await visit.step<SignedIn>('sign-up', {
    method: 'POST',
    path: '/api/auth/register',
    body: { ...credentials, confirmPassword: credentials.password, name: 'Load Test' },
  })
  return { credentials, token, expiresAt: Date.parse(expiresAt) }
}

async function renewToken(visit: Visit, account: SavedAccount): Promise<void> {
  const { token, expiresAt } = await visit.step<SignedIn>('sign-in', {
    method: 'POST',
    path: '/api/auth/login',
    body: account.credentials,
  })
  Object.assign(account, { token, expiresAt: Date.parse(expiresAt) })
}

async function signInAdmin(visit: Visit, credentials: Credentials | null): Promise<SignedIn> {
  const { admin } = await visit.step<{ admin: SignedIn }>('sign-in-admin', {
    method: 'POST',
    path: '/api/admin/auth',
    body: credentials ?? {},
  })
  return admin
}
