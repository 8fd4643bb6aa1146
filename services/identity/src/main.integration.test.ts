import { expect, test, vi } from 'vitest'
import { identityEnvironment, superAdminPassword } from './testing/start-identity.ts'
import { addressOf, startProgram } from './testing/start-program.ts'

test('starts, logs no secrets, and stops on a signal', async () => {
  const env = await identityEnvironment()
  const started = startProgram({ ...env, LOG_LEVEL: 'trace' })
  const { program, exit, written } = started
  const url = await addressOf(started)

  const post = (path: string, body: unknown, headers = {}) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const person = { email: 'ann.secretly@example.com', password: 'open-sesame-1' }
  const registered = await post('/api/auth/register', {
    ...person,
    confirmPassword: person.password,
    name: 'Ann',
  })
  expect(registered.status).toBe(201)
  const { token } = (await registered.json()) as { token: string }
  // A third cookie only indicates that someone is signed in; pages read it.
  const cookies = registered.headers
    .getSetCookie()
    .filter((cookie) => cookie.includes('HttpOnly'))
    .map((cookie) => cookie.split(/[=;]/)[1] ?? '')
  for (const body of [person, { ...person, password: 'open-sesame-2' }, `{"password":"${person.password}`]) {
    await post('/api/auth/login', body)
  }
  await post('/api/auth/register', { ...person, confirmPassword: person.password, name: 'Ann' })
  await post('/api/auth/refresh', {}, { cookie: `rehearse_refresh=${cookies[1]}` })
  await post('/api/auth/set-cookie', { token })
  await post('/api/auth/logout', {}, { authorization: `Bearer ${token}` })
  await post(`/api/auth/login?password=${person.password}`, person)
  await vi.waitUntil(() => written().includes('"/api/auth/logout"'))

  expect(cookies).toHaveLength(3)
  const secrets = [person.email, person.password, 'open-sesame-2', token, ...cookies, superAdminPassword]
  expect(secrets.filter((secret) => written().includes(secret))).toEqual([])

  program.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
})

test('doesn’t start in production without a configured secret, and logs why', async () => {
  const { exit, written } = startProgram({
    ...(await identityEnvironment()),
    NODE_ENV: 'production',
    PASSWORD_COST: '12',
  })
  expect(await exit).toEqual([1, null])
  expect(written()).toContain('KEY_ENCRYPTION_SECRET is not set')
})
