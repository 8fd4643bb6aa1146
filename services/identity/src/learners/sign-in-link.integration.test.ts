import { type TestMailServer, testMailServer } from '@rehearse/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { call, newEmail, registerLearner, type TestLearner } from '../testing/client.ts'
import { mailSettings, mailTo, tokenIn, waitUntil } from '../testing/mailed.ts'
import { identityEnvironment, type RunningIdentity, startIdentity } from '../testing/start-identity.ts'

let server: TestMailServer
let identity: RunningIdentity
beforeAll(async () => {
  server = await testMailServer()
  identity = await startIdentity({
    ...(await identityEnvironment()),
    ...mailSettings(server),
    RATE_LIMIT_SIGNIN_ACCOUNT: '3',
    RATE_LIMIT_REGISTER: '30',
  })
})
afterAll(async () => {
  await identity?.close()
  await server?.goAway()
})

let learner: TestLearner
beforeEach(async () => {
  await identity.database.db.deleteFrom('attempt_count').execute()
  learner = await registerLearner(identity.app)
  await identity.database.pool.query('update learner set is_email_verified = true where uid = $1', [
    learner.uid,
  ])
})

const subject = 'Sign in to Rehearse'
let addresses = 0
const newAddress = () => {
  addresses += 1
  return `198.51.100.${addresses % 250}`
}
const post = (path: string, body: object, from = newAddress()) =>
  call(identity.app, path, { method: 'POST', body, headers: { 'x-forwarded-for': from } })
const request = (email: string, from?: string) => post('/api/auth/sign-in-link', { email }, from)
const follow = (token: string) => post('/api/auth/sign-in-link/use', { token })
const logIn = ({ email, password }: TestLearner) => post('/api/auth/login', { email, password })
/** The token of the newest link, once its mail has left the queue: until then the same mail can't be requested again. */
const mailedToken = async (address: string, count = 1) => {
  const token = tokenIn(await mailTo(server, address, subject, count))
  await waitUntil(async () => {
    const { rows } = await identity.database.pool.query('select 1 from mail where recipient = $1', [address])
    return rows.length === 0
  })
  return token
}
const linksTo = (address: string) =>
  server.mailTo(address).filter(({ email }) => email.subject === subject).length
const passTime = (minutes: number) =>
  identity.database.pool.query(
    `with a as (update account_token set expires_at = expires_at - $1 * interval '1 minute')
     update mail_allowance set full_at = full_at - $1 * interval '1 minute'`,
    [minutes],
  )

test('lets an owner in from a new network while others guess the password', async () => {
  for (let guess = 0; guess < 34; guess += 1) {
    await post('/api/auth/login', { email: learner.email, password: 'wrong-one' })
  }
  expect((await logIn(learner)).status).toBe(429)
  expect((await request(learner.email)).status).toBe(200)
  const signedIn = await follow(await mailedToken(learner.email))
  expect(signedIn.status).toBe(200)
  expect(signedIn.body.user?.uid).toBe(learner.uid)
  expect((await call(identity.app, '/api/auth/me', { bearer: signedIn.body.token })).status).toBe(200)
  // The browser is known from now on, so the password works there, too.
  const cookie = signedIn.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const { email, password } = learner
  const again = await call(identity.app, '/api/auth/login', {
    body: { email, password },
    headers: { cookie },
  })
  expect(again.status).toBe(200)
})

describe('a sign-in link', () => {
  test('works once, also in a race, and ends the others', async () => {
    await request(learner.email)
    const first = await mailedToken(learner.email)
    await request(learner.email)
    const second = await mailedToken(learner.email, 2)
    const replies = await Promise.all([follow(second), follow(second), follow(second)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    for (const token of [first, second]) {
      const reply = await follow(token)
      expect([reply.status, reply.body.code]).toEqual([400, 'link_expired'])
    }
  })

  test('expires after 30 minutes, and other text is no link', async () => {
    await request(learner.email)
    const token = await mailedToken(learner.email)
    await passTime(30)
    for (const text of [token, '', 'x', `${token}x`]) expect((await follow(text)).status).toBe(400)
  })

  test('is stored as a hash', async () => {
    await request(learner.email)
    const token = await mailedToken(learner.email)
    const { rows } = await identity.database.pool.query(
      'select row_to_json(t)::text as text from account_token t',
    )
    expect(rows.some(({ text }) => text.includes(token))).toBe(false)
  })

  test('is the only thing its token is for', async () => {
    await request(learner.email)
    const token = await mailedToken(learner.email)
    const body = { token, password: 'another-1', confirmPassword: 'another-1' }
    expect((await post('/api/auth/password/reset', body)).status).toBe(400)
    expect((await post('/api/auth/email/verify', { token })).status).toBe(400)
    expect((await follow(token)).status).toBe(200)
  })

  test('ends when the password changes', async () => {
    await request(learner.email)
    const token = await mailedToken(learner.email)
    const changed = await call(identity.app, '/api/users/me/password', {
      bearer: learner.token,
      body: { currentPassword: learner.password, newPassword: 'another-1', confirmPassword: 'another-1' },
    })
    expect(changed.status).toBe(200)
    expect((await follow(token)).status).toBe(400)
  })

  test('isn’t mailed for an unknown address, with the same response', async () => {
    const email = newEmail()
    const [known, unknown] = [await request(learner.email), await request(email)]
    expect(unknown).toMatchObject({ status: known.status, body: known.body })
    await mailedToken(learner.email)
    expect(linksTo(email)).toBe(0)
  })

  test('doesn’t open a disabled account', async () => {
    await request(learner.email)
    const token = await mailedToken(learner.email)
    await identity.database.pool.query(
      "update learner set disabled_at = now(), disabled_reason = 'spam' where uid = $1",
      [learner.uid],
    )
    const reply = await follow(token)
    expect([reply.status, reply.body.code]).toEqual([401, 'account_disabled'])
  })

  test('takes an account with an unverified address from whoever registered it', async () => {
    const registrant = await registerLearner(identity.app)
    await request(registrant.email)
    const signedIn = await follow(await mailedToken(registrant.email))
    expect(signedIn.body.user).toMatchObject({ uid: registrant.uid, isEmailVerified: true })
    expect((await call(identity.app, '/api/auth/me', { bearer: registrant.token })).status).toBe(401)
    expect((await logIn(registrant)).status).toBe(401)
  })
})

describe('requests for links', () => {
  test('are limited by network', async () => {
    const from = newAddress()
    const statuses: number[] = []
    for (let count = 0; count < 31; count += 1) statuses.push((await request(newEmail(), from)).status)
    expect(statuses).toEqual([...Array(30).fill(200), 429])
  })

  test('by an attacker don’t keep the owner out: one of the mailed links is always valid', async () => {
    for (let count = 1; count <= 3; count += 1) {
      await request(learner.email)
      await mailedToken(learner.email, count)
    }
    let sent = 3
    for (let minutes = 0; minutes < 100; minutes += 10) {
      await passTime(10)
      await request(learner.email)
      await waitUntil(async () => {
        const { rows } = await identity.database.pool.query('select 1 from mail')
        return rows.length === 0
      })
      sent = linksTo(learner.email)
      const { rows } = await identity.database.pool.query(
        "select 1 from account_token where learner_id = $1 and purpose = 'sign-in' and expires_at > now()",
        [learner.uid],
      )
      expect(rows.length).toBeGreaterThan(0)
    }
    expect(sent).toBe(8)
  })
})

test('links are offered only where mail can be sent', async () => {
  expect((await call(identity.app, '/api/auth/providers')).body).toMatchObject({ signInLink: true })
  const withoutMail = await startIdentity({
    ...(await identityEnvironment()),
    NODE_ENV: 'production',
    PASSWORD_COST: '12',
    KEY_ENCRYPTION_SECRET: 'a secret of this test, long enough',
  })
  try {
    expect((await call(withoutMail.app, '/api/auth/providers')).body).toMatchObject({ signInLink: false })
    const reply = await call(withoutMail.app, '/api/auth/sign-in-link', { body: { email: learner.email } })
    expect([reply.status, reply.body.code]).toEqual([404, 'sign_in_link_not_offered'])
  } finally {
    await withoutMail.close()
  }
})
