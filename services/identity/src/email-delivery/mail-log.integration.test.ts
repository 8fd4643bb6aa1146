import { randomUUID } from 'node:crypto'
import { testMailServer } from '@rehearse/testing'
import { expect, test, vi } from 'vitest'
import { developmentSecret } from '../config.ts'
import { mailSettings, mailTo, tokenIn, waitUntil } from '../testing/mailed.ts'
import { identityEnvironment } from '../testing/start-identity.ts'
import { addressOf, startProgram } from '../testing/start-program.ts'

const newPerson = () => ({ email: `${randomUUID()}@example.com`, password: `secret ${randomUUID()}` })

const poster = (url: string) => async (path: string, body: object, bearer?: string) => {
  const reply = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(bearer && { authorization: `Bearer ${bearer}` }) },
    body: JSON.stringify(body),
  })
  return { status: reply.status, body: (await reply.json()) as { token: string } }
}

/** Milliseconds: this runs every flow, with eight password hashes. */
const patience = 120_000

test('logs no password, token or address in any mail flow, at any level', {
  timeout: patience,
}, async () => {
  const server = await testMailServer()
  const started = startProgram({
    ...(await identityEnvironment()),
    ...mailSettings(server),
    LOG_LEVEL: 'trace',
  })
  try {
    const post = poster(await addressOf(started))
    const [person, refused] = [newPerson(), newPerson()]
    server.refused.add(refused.email)
    const register = (who: typeof person) =>
      post('/api/auth/register', { ...who, confirmPassword: who.password, name: 'Ann' })
    await register(refused)
    const access = (await register(person)).body.token
    const verification = tokenIn(await mailTo(server, person.email, 'Confirm your email address'))
    await post('/api/auth/email/verify', { token: verification })

    await post('/api/auth/password/forgot', { email: person.email })
    const reset = tokenIn(await mailTo(server, person.email, 'Choose a new password'))
    const second = `second ${randomUUID()}`
    await post('/api/auth/password/reset', { token: `${reset}x`, password: second, confirmPassword: second })
    await post('/api/auth/password/reset', { token: reset, password: second, confirmPassword: second })

    const fresh = (await post('/api/auth/login', { email: person.email, password: second })).body.token
    const third = `third ${randomUUID()}`
    await post(
      '/api/users/me/password',
      { currentPassword: second, newPassword: third, confirmPassword: third },
      fresh,
    )
    const next = `${randomUUID()}@example.com`
    await post('/api/users/me/email', { newEmail: next, password: third }, fresh)
    const move = tokenIn(await mailTo(server, next, 'Confirm your new email address'))
    await post('/api/auth/email/confirm', { token: move }, fresh)
    await mailTo(server, person.email, 'Your email address was changed')

    await server.goAway()
    await post('/api/auth/password/forgot', { email: next })
    await waitUntil(() => started.written().includes('mail not sent, trying again'))
    expect(started.written()).toContain('mail given up')
    const secrets = [
      ...[person, refused].flatMap(({ email, password }) => [email, password]),
      ...[access, fresh, verification, reset, move, second, third, next],
    ]
    expect(secrets.filter((secret) => started.written().includes(secret))).toEqual([])
  } finally {
    await server.goAway()
  }
})

test('in development without a mail server, logs only the link', async () => {
  const started = startProgram({
    ...(await identityEnvironment()),
    NODE_ENV: 'development',
    PASSWORD_COST: '12',
    LOG_LEVEL: 'info',
  })
  const post = poster(await addressOf(started))
  const { email, password } = newPerson()
  await post('/api/auth/register', { email, password, confirmPassword: password, name: 'Ann' })
  const link = await vi.waitUntil(
    () => /http:\/\/localhost:8080\/auth\/verify-email#token=([\w-]{43})/.exec(started.written())?.[1],
  )
  expect((await post('/api/auth/email/verify', { token: link })).status).toBe(200)
  expect(started.written()).not.toContain(email)
})

test('in production without a mail server, warns at startup and logs no link', async () => {
  const started = startProgram({
    ...(await identityEnvironment()),
    NODE_ENV: 'production',
    PASSWORD_COST: '12',
    KEY_ENCRYPTION_SECRET: developmentSecret.toUpperCase(),
    PERSONAL_DATA_SECRET: developmentSecret.toUpperCase(),
    LOG_LEVEL: 'trace',
  })
  const post = poster(await addressOf(started))
  expect(started.written()).toContain('no mail is sent: SMTP_URL is not set')
  await post('/api/auth/password/forgot', { email: newPerson().email })
  await vi.waitUntil(() => started.written().includes('/api/auth/password/forgot'))
  expect(started.written()).not.toContain('#token=')
})
