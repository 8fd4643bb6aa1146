import { randomUUID } from 'node:crypto'
import { cookieNames } from '@rehearse/contracts'
import type { Role } from './hostile-request.ts'
import type { RandomSource } from './random-source.ts'

const password = 'learning by doing'

/** The accounts that the fuzzer uses; one that it signs out, deletes or deactivates is replaced. */
export interface Accounts {
  credentials(role: Role, random: RandomSource): readonly [string, string][]
  token(role: Exclude<Role, 'visitor'>): string
  /** Checks which accounts still have access, and replaces the others. */
  renew(): Promise<void>
}

export async function openAccounts(
  url: string,
  boss: { email: string; password: string },
): Promise<Accounts> {
  const tokens = { learner: '', author: '', reviewer: '', admin: '', superAdmin: '' }
  const post = async <Body>(path: string, body: object, token?: string): Promise<Body> => {
    const reply = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
    if (!reply.ok) throw new Error(`${path} returned ${reply.status}: ${await reply.text()}`)
    return (await reply.json()) as Body
  }
  const signIn = async (who: object) =>
    (await post<{ admin: { token: string } }>('/api/admin/auth', who)).admin.token
  const makeAdmin = async (role: string) => {
    const who = { email: `fuzz-${randomUUID()}@rehearse.test`, password }
    await post('/api/admin/admins', { ...who, name: 'Grace Hopper', role }, await signIn(boss))
    return signIn(who)
  }
  const open: Record<keyof typeof tokens, () => Promise<string>> = {
    learner: async () => {
      const email = `fuzz-${randomUUID()}@rehearse.test`
      const body = { email, password, confirmPassword: password, name: 'Ada Lovelace' }
      return (await post<{ token: string }>('/api/auth/register', body)).token
    },
    author: () => makeAdmin('author'),
    reviewer: () => makeAdmin('reviewer'),
    admin: () => makeAdmin('admin'),
    superAdmin: () => makeAdmin('super_admin'),
  }
  const isLetIn = async (role: keyof typeof tokens) => {
    const path = role === 'learner' ? '/api/auth/me' : '/api/admin/auth'
    return (await fetch(url + path, { headers: { authorization: `Bearer ${tokens[role]}` } })).ok
  }
  const renewAll = async () => {
    for (const role of ['learner', 'author', 'reviewer', 'admin', 'superAdmin'] as const) {
      if (tokens[role] === '' || !(await isLetIn(role))) tokens[role] = await open[role]()
    }
  }
  let renewing: Promise<void> | null = null
  await renewAll()
  return {
    renew: () => {
      renewing ??= renewAll().finally(() => {
        renewing = null
      })
      return renewing
    },
    token: (role) => tokens[role],
    credentials: (role, random) => {
      if (role === 'visitor') return []
      const token = tokens[role]
      const cookie = role === 'learner' ? cookieNames.learner : cookieNames.admin
      return random.chance(0.85) ? [['authorization', `Bearer ${token}`]] : [['cookie', `${cookie}=${token}`]]
    },
  }
}
