import { beforeAll, expect, inject, test, vi } from 'vitest'
import { routes } from '../../services/gateway/src/routes.ts'
import { newAdmin, superAdminToken } from '../support/callers.ts'
import { type Call, caller, newLearner, visitor } from '../support/client.ts'

const { url, innerUrls } = inject('platform')

let boss: Call
beforeAll(async () => {
  boss = caller(await superAdminToken())
})

/** One public read of each process: it rejects a token only if the token is invalid. */
const readsOfAll = [...Map.groupBy(routes, ({ upstream }) => upstream)].flatMap(([upstream, rows]) => {
  const read = rows.find(
    ({ method, access, path }) => method === 'GET' && access === 'anyone' && !path.includes(':'),
  )
  const own = rows.find(
    ({ method, access, path }) => method === 'GET' && access === 'learner' && !path.includes(':'),
  )
  const path = (read ?? own)?.path
  if (path === undefined) return []
  return upstream === 'gateway' ? [`${url}${path}`] : [`${innerUrls[upstream]}${path}`]
})

async function statusesOf(token: string): Promise<number[]> {
  return Promise.all(
    readsOfAll.map(async (address) => {
      const reply = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
      await reply.body?.cancel()
      return reply.status
    }),
  )
}

const refusedByAll = (token: string) =>
  vi.waitFor(async () => expect(new Set(await statusesOf(token))).toEqual(new Set([401])))

async function signIn({ email, password }: { email: string; password: string }): Promise<string> {
  const { body } = await visitor<{ token: string }>('/api/auth/login', { body: { email, password } })
  return body.token
}

test('every process soon rejects a session that ended on another device, and no other session', async () => {
  const learner = await newLearner()
  const lost = await signIn(learner)
  expect(await statusesOf(lost)).not.toContain(401)
  const { body } = await learner.call<{ data: { id: string; current: boolean }[] }>('/api/auth/sessions')
  const other = body.data.find(({ current }) => !current)
  await learner.call(`/api/auth/sessions/${other?.id}`, { method: 'DELETE' })
  await refusedByAll(lost)
  expect(await statusesOf(learner.token)).not.toContain(401)
})

test('every process soon rejects a disabled learner', async () => {
  const learner = await newLearner()
  const tokens = [learner.token, await signIn(learner)]
  const { status } = await boss(`/api/admin/users/${learner.uid}`, {
    method: 'PATCH',
    body: { disabled: true, reason: 'Sold the answers' },
  })
  expect(status).toBe(200)
  for (const token of tokens) await refusedByAll(token)
  const again = await visitor('/api/auth/login', {
    body: { email: learner.email, password: learner.password },
  })
  expect(again.status).toBe(401)
  expect(again.body.error).toBe('This account is disabled')
})

test('every process soon rejects a deactivated admin', async () => {
  const admin = await newAdmin(boss)
  expect((await caller(admin.token)('/api/admin/users')).status).toBe(200)
  await boss(`/api/admin/admins/${admin.id}`, { method: 'PATCH', body: { isActive: false } })
  await refusedByAll(admin.token)
})
