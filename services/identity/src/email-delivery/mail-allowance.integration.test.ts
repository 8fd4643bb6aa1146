import { type TestMailServer, testMailServer } from '@rehearse/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteFullAllowances } from '../email/repository.ts'
import { call, newEmail, registerLearner, type TestLearner } from '../testing/client.ts'
import { mailSettings, waitUntil } from '../testing/mailed.ts'
import { identityEnvironment, type RunningIdentity, startIdentity } from '../testing/start-identity.ts'

let server: TestMailServer
let identity: RunningIdentity
beforeAll(async () => {
  server = await testMailServer()
  identity = await startIdentity({ ...(await identityEnvironment()), ...mailSettings(server) })
})
afterAll(async () => {
  await identity?.close()
  await server?.goAway()
})

const query = (text: string, values: unknown[] = []) => identity.database.pool.query(text, values)
const post = (path: string, body: unknown, bearer?: string) =>
  call(identity.app, path, { method: 'POST', body, bearer })

/** Waits until the queue is empty, and counts the received mails. */
async function received(address: string, subject: string): Promise<number> {
  await waitUntil(
    async () => (await query('select 1 from mail where recipient = $1', [address])).rows.length === 0,
  )
  return server.mailTo(address).filter(({ email }) => email.subject === subject).length
}
async function repeat(times: number, step: (at: number) => Promise<unknown>, address: string) {
  for (let at = 0; at < times; at += 1) {
    await step(at)
    await received(address, '')
  }
}
const hoursPass = (hours: number) =>
  query("update mail_allowance set full_at = full_at - $1 * interval '1 hour'", [hours])

const forgot = (email: string) => post('/api/auth/password/forgot', { email })
const verification = ({ token }: TestLearner) => post('/api/auth/email/verification', {}, token)
const code = ({ token }: TestLearner) => post('/api/users/me/erasure-code', {}, token)
const signIn = ({ email, password }: TestLearner) => post('/api/auth/login', { email, password })

test.each([
  // The first of them was sent at sign-up.
  ['Confirm your email address', verification, 3],
  ['Choose a new password', ({ email }: TestLearner) => forgot(email), 3],
  ['Confirm that you want to delete your account', code, 3],
  ['New sign-in to your account', signIn, 5],
] as const)(
  '%s is sent to an address a limited number of times, whatever causes it',
  async (subject, cause, atOnce) => {
    const learner = await registerLearner(identity.app)
    await repeat(8, () => cause(learner), learner.email)
    expect(await received(learner.email, subject)).toBe(atOnce)
  },
)

test('mails a forgotten password’s link at most about 15 times a day, and again within 2 hours', async () => {
  const { email } = await registerLearner(identity.app)
  await repeat(2, () => forgot(email), email)
  for (let hour = 0; hour <= 24; hour += 2) {
    await repeat(2, () => forgot(email), email)
    expect(await received(email, 'Choose a new password')).toBe(3 + hour / 2)
    await hoursPass(2)
  }
})

test('sends a new address three mails, however many accounts request it', async () => {
  const target = newEmail()
  await repeat(
    5,
    async () => {
      const { token, password } = await registerLearner(identity.app)
      await post('/api/users/me/email', { newEmail: target, password }, token)
    },
    target,
  )
  expect(await received(target, 'Confirm your new email address')).toBe(3)
})

test('sends to at most three new addresses per account', async () => {
  const { token, password } = await registerLearner(identity.app)
  const targets = Array.from({ length: 5 }, newEmail)
  for (const newEmail of targets) {
    await post('/api/users/me/email', { newEmail, password }, token)
    await received(newEmail, '')
  }
  expect(targets.flatMap((target) => server.mailTo(target))).toHaveLength(3)
})

test('doesn’t count an address without an account, and stores no address', async () => {
  const email = newEmail()
  await repeat(4, () => forgot(email), email)
  const learner = await registerLearner(identity.app)
  await received(learner.email, '')
  const { rows } = await query("select encode(key, 'escape') as key from mail_allowance")
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.filter(({ key }) => key.includes('example.com'))).toEqual([])
  await hoursPass(24)
  await deleteFullAllowances(identity.database.db)
  expect((await query('select 1 from mail_allowance')).rows).toEqual([])
})
