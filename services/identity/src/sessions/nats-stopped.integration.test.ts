import { cookieNames } from '@rehearse/contracts'
import { openTestNats } from '@rehearse/testing/test-nats-server'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { newAdmin, signInAdmin } from '../testing/admins.ts'
import { call, refreshTokens, registerLearner, type TestLearner } from '../testing/client.ts'
import { identityEnvironment, type RunningIdentity, startIdentity } from '../testing/start-identity.ts'

/** A server from the environment must not be stopped by this test. */
const { natsSource } = inject('backingServers')
const isOurs = natsSource.kind !== 'environment'

/** Two replicas: without NATS, one has to find out by itself which sessions the other ended. */
let here: RunningIdentity
let there: RunningIdentity
let stopNats: () => Promise<void>
beforeAll(async () => {
  if (!isOurs) return
  const nats = await openTestNats(natsSource)
  stopNats = nats.release
  const env = { ...(await identityEnvironment()), NATS_URL: nats.url }
  here = await startIdentity(env)
  there = await startIdentity(env)
})
afterAll(async () => {
  await here?.close()
  await there?.close()
})

const me = (token: string) => call(there.app, '/api/auth/me', { bearer: token })
const devices = (token: string) => call(there.app, '/api/auth/sessions', { bearer: token })
const adminSession = (token: string) => call(there.app, '/api/admin/auth', { bearer: token })

async function signInAtProviderPage({ email, password }: TestLearner) {
  const reply = await call(here.app, '/api/auth/login', { body: { email, password } })
  return { token: String(reply.body.token), refreshToken: reply.cookie(cookieNames.refresh)?.value ?? '' }
}

test.runIf(isOurs)('rejects users who have been signed out while NATS is stopped', async () => {
  const superAdmin = await signInAdmin(here.app)
  const admin = await newAdmin(here.app, superAdmin)
  const learner = await registerLearner(here.app)
  const lost = await signInAtProviderPage(learner)
  const cheat = await registerLearner(here.app)
  for (const { token } of [learner, lost, cheat]) expect((await me(token)).status).toBe(200)
  expect((await adminSession(admin.token)).status).toBe(200)

  await stopNats()
  const nats = async () => (await there.app.inject('/readyz')).json().checks.nats.state
  await vi.waitUntil(async () => (await nats()) === 'down')

  const others = await call(here.app, '/api/auth/sessions', { method: 'DELETE', bearer: learner.token })
  expect(others.body.ended).toBe(1)
  const patch = { method: 'PATCH', bearer: superAdmin.token } as const
  const disabled = { ...patch, body: { disabled: true, reason: 'Sold the answers' } }
  expect((await call(here.app, `/api/admin/users/${cheat.uid}`, disabled)).status).toBe(200)
  const deactivated = { ...patch, body: { isActive: false } }
  expect((await call(here.app, `/api/admin/admins/${admin.id}`, deactivated)).status).toBe(200)

  for (const { token, refreshToken } of [lost, cheat]) {
    expect((await me(token)).status).toBe(401)
    expect((await devices(token)).status).toBe(401)
    expect((await refreshTokens(there.app, refreshToken)).status).toBe(401)
  }
  expect((await adminSession(admin.token)).status).toBe(401)
  // The user who ended the other session stays signed in.
  expect((await me(learner.token)).status).toBe(200)
  expect((await refreshTokens(there.app, learner.refreshToken)).status).toBe(200)
  expect((await adminSession(superAdmin.token)).status).toBe(200)
})
