import { cookieNames } from '@rehearse/contracts'
import type { App } from '@rehearse/service-kit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { call, registerLearner } from '../testing/client.ts'
import { identityEnvironment, startUnready } from '../testing/start-identity.ts'

let app: App
beforeAll(async () => {
  app = await startUnready({ ...(await identityEnvironment()), NATS_URL: 'nats://127.0.0.1:1' })
  await vi.waitUntil(async () => (await readiness()).checks.startup.state === 'up')
})
afterAll(() => app?.close())

const readiness = async () => (await app.inject('/readyz')).json()
const post = (url: string, options: Parameters<typeof call>[2]) =>
  call(app, url, { method: 'POST', ...options })

test('while NATS is down, isn’t ready but still signs in, checks sessions, refreshes and signs out', async () => {
  expect(await readiness()).toMatchObject({ ready: false, checks: { nats: { state: 'down' } } })
  const learner = await registerLearner(app)
  const { email, password } = learner
  expect((await post('/api/auth/login', { body: { email, password } })).status).toBe(200)
  const fresh = await post('/api/auth/refresh', { refreshCookie: learner.refreshToken })
  const me = () => call(app, '/api/auth/me', { bearer: fresh.body.token })
  expect((await me()).status).toBe(200)

  const refreshCookie = fresh.cookie(cookieNames.refresh)?.value
  expect((await post('/api/auth/logout', { refreshCookie })).status).toBe(200)
  // No message could be sent, but the database has the change.
  expect((await me()).status).toBe(401)
})
