import { randomUUID } from 'node:crypto'
import type { Accounts, Visit } from './journeys/journey.ts'

export interface Credentials {
  email: string
  password: string
}

interface KeptAccount {
  credentials: Credentials
  token: string
  expiresAt: number
}

interface SignedIn {
  token: string
  expiresAt: string
}

/** A session is renewed when it would end so soon. */
const spare = 5 * 60_000

/** Everybody signs up, or in, for themselves. */
export function newAccounts(admin: Credentials | null): Accounts {
  return {
    learner: async (visit) => ({ token: (await signUp(visit)).token, isOwn: true }),
    admin: async (visit) => ({ token: (await signInAdmin(visit, admin)).token, isOwn: true }),
  }
}

/**
 * Learners signed up beforehand, whose sessions the journeys go on with, as most people do who come back.
 * @param visit by which they sign up: not of the run, so that nothing is counted
 */
export async function keptAccounts(
  visit: Visit,
  { count, admin, onOpened }: { count: number; admin: Credentials | null; onOpened: (done: number) => void },
): Promise<Accounts> {
  const learners: KeptAccount[] = []
  while (learners.length < count) {
    learners.push(await signUp(visit))
    onOpened(learners.length)
  }
  const boss = admin && (await signInAdmin(visit, admin))
  return {
    learner: async (own) => {
      const account = learners[Math.floor(own.random() * learners.length)] as KeptAccount
      if (account.expiresAt - Date.now() < spare) await signInAgain(own, account)
      return { token: account.token, isOwn: false }
    },
    admin: async () => ({ token: boss?.token ?? '', isOwn: false }),
  }
}

async function signUp(visit: Visit): Promise<KeptAccount> {
  const credentials = { email: `load-${randomUUID()}@load-test.example`, password: `pw-${randomUUID()}` }
  const { token, expiresAt } = await visit.step<SignedIn>('sign-up', {
    method: 'POST',
    path: '/api/auth/register',
    body: { ...credentials, confirmPassword: credentials.password, name: 'Load Test' },
  })
  return { credentials, token, expiresAt: Date.parse(expiresAt) }
}

async function signInAgain(visit: Visit, account: KeptAccount): Promise<void> {
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
