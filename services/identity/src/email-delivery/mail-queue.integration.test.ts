import { smtpError, type TestMailServer, testMailServer } from '@rehearse/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mailChannel } from '../email/repository.ts'
import { call, newEmail, registerLearner } from '../testing/client.ts'
import { mailSettings, mailTo, tokenIn, waitUntil } from '../testing/mailed.ts'
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

const verify = 'Confirm your email address'
const query = (sql: string, values: unknown[] = []) => identity.database.pool.query(sql, values)
const queued = async (recipient: string) => {
  const { rows } = await query('select * from mail where recipient = $1', [recipient])
  return rows
}
/** Makes the next attempt due now. */
const hurry = async () => {
  await query('update mail set next_attempt_at = now() where parked_at is null')
  await query('select pg_notify($1, $2)', [mailChannel, ''])
}

beforeEach(() => server.comeBack())
afterEach(async () => {
  server.onMail = () => {}
  server.password = null
  await query('delete from mail')
})

describe('a mail', () => {
  test('is sent as text and as HTML, and then deleted from the queue', async () => {
    const { email } = await registerLearner(identity.app)
    const mail = await mailTo(server, email, verify)
    expect(mail.email).toMatchObject({
      from: { name: 'Rehearse', address: 'mail@rehearse.example' },
      to: [{ address: email }],
    })
    expect(mail.email.text).toContain(`https://rehearse.example/auth/verify-email#token=${tokenIn(mail)}`)
    await waitUntil(async () => (await queued(email)).length === 0)
  })

  test('contains no secret while it is queued', async () => {
    await server.goAway()
    const { email } = await registerLearner(identity.app)
    await waitUntil(async () => (await queued(email))[0]?.attempts > 0)
    const [waiting] = await queued(email)
    const stored = JSON.stringify([waiting, (await query('select * from account_token')).rows])
    await server.comeBack()
    await hurry()
    const token = tokenIn(await mailTo(server, email, verify))
    expect(stored).not.toContain(token)
    expect(
      (await query("select encode(token_hash, 'hex') as hash from account_token")).rows.join(),
    ).not.toContain(Buffer.from(token).toString('hex'))
  })

  test('is not sent after a rollback', async () => {
    const learner = await registerLearner(identity.app)
    await mailTo(server, learner.email, verify)
    // The queue forgets a mail just after the server has taken it.
    await waitUntil(async () => (await queued(learner.email)).length === 0)
    const again = await call(identity.app, '/api/auth/register', {
      body: { email: learner.email, password: 'secret1', confirmPassword: 'secret1', name: 'Ann' },
    })
    expect(again.status).toBe(409)
    expect(await queued(learner.email)).toEqual([])
  })
})

describe('when the mail server', () => {
  test('is down, no mail is lost, and the link’s lifetime starts when the mail is sent', async () => {
    await server.goAway()
    const { email } = await registerLearner(identity.app)
    await waitUntil(async () => /ECONNREFUSED|ESOCKET/.test((await queued(email))[0]?.fault))
    await query("update account_token set expires_at = now() - interval '1 hour' where email = $1", [email])
    await server.comeBack()
    await hurry()
    const token = tokenIn(await mailTo(server, email, verify))
    expect((await call(identity.app, '/api/auth/email/verify', { body: { token } })).status).toBe(200)
  })

  test('rejects one address, the other mails are sent, and that one isn’t retried', async () => {
    const [bad, good] = [newEmail(), newEmail()]
    server.refused.add(bad)
    for (const email of [bad, good]) {
      await call(identity.app, '/api/auth/register', {
        body: { email, password: 'secret1', confirmPassword: 'secret1', name: 'Ann' },
      })
    }
    await mailTo(server, good, verify)
    await waitUntil(async () => (await queued(bad))[0]?.parked_at)
    const [failedMail] = await queued(bad)
    expect(failedMail).toMatchObject({ attempts: 1, fault: expect.stringContaining('550') })
    expect(failedMail.fault).not.toContain(bad)
  })

  test('rejects a mail temporarily, the mail is retried', async () => {
    let refusals = 0
    server.onMail = () => {
      refusals += 1
      if (refusals === 1) throw smtpError(451, 'try again later')
    }
    const { email } = await registerLearner(identity.app)
    await waitUntil(async () => (await queued(email))[0]?.fault?.includes('451'))
    await hurry()
    await mailTo(server, email, verify)
    expect(refusals).toBe(2)
  })

  test('changes its password, mail waits until the new one is configured', async () => {
    const url = new URL(server.url)
    const known = (password: string) => Object.assign(new URL(url), { username: 'rehearse', password }).href
    const env = { ...(await identityEnvironment()), ...mailSettings(server) }
    server.password = 'the second'
    const before = await startIdentity({ ...env, SMTP_URL: known('the first') })
    const { email } = await registerLearner(before.app)
    const waiting = async () => (await before.database.pool.query('select * from mail')).rows[0]
    try {
      await waitUntil(async () => (await waiting())?.fault?.includes('535'))
      expect(await waiting()).toMatchObject({ parked_at: null })
    } finally {
      await before.close()
    }
    const after = await startIdentity({ ...env, SMTP_URL: known('the second') })
    try {
      await after.database.pool.query('update mail set next_attempt_at = now()')
      await after.database.pool.query('select pg_notify($1, $2)', [mailChannel, ''])
      await mailTo(server, email, verify)
    } finally {
      await after.close()
    }
  })

  test('is slow, other mail is sent meanwhile', async () => {
    const letGo = Promise.withResolvers<void>()
    const [slow, quick] = [newEmail(), newEmail()]
    server.onMail = ({ recipients }) => (recipients.includes(slow) ? letGo.promise : undefined)
    const signUp = (email: string) =>
      call(identity.app, '/api/auth/register', {
        body: { email, password: 'secret1', confirmPassword: 'secret1', name: 'Ann' },
      })
    const replica = await startIdentity(identity.env)
    try {
      await signUp(slow)
      await waitUntil(async () => (await queued(slow))[0]?.attempts === 1)
      await signUp(quick)
      await mailTo(server, quick, verify)
    } finally {
      letGo.resolve()
      await replica.close()
    }
    await mailTo(server, slow, verify)
  })
})

test('gives up on a mail that could not be sent for days, and keeps it for inspection', async () => {
  await server.goAway()
  const { email } = await registerLearner(identity.app)
  await waitUntil(async () => (await queued(email))[0]?.fault)
  await query("update mail set give_up_at = now() + interval '1 second', next_attempt_at = now()")
  await waitUntil(async () => (await queued(email))[0]?.parked_at)
  await server.comeBack()
  await hurry()
  expect(server.mailTo(email)).toEqual([])
})

test('sends each of many mails once with several replicas', async () => {
  const { email, uid } = await registerLearner(identity.app)
  await query('update learner set is_email_verified = true where uid = $1', [uid])
  const replica = await startIdentity(identity.env)
  try {
    await query(
      `insert into mail (id, learner_id, recipient, letter, give_up_at)
       select gen_random_uuid(), $1, $2, '{"kind": "badges", "titles": ["First steps"]}', now() + interval '1 day'
       from generate_series(1, 40)`,
      [uid, email],
    )
    await mailTo(server, email, 'You earned a badge: First steps', 40)
    await waitUntil(async () => (await queued(email)).length === 0)
    const ids = server.mailTo(email).map((mail) => mail.email.messageId)
    expect(new Set(ids).size).toBe(ids.length)
  } finally {
    await replica.close()
  }
})

test('sends the same link from another replica after a sender died midway', async () => {
  const { email, uid } = await registerLearner(identity.app)
  const first = tokenIn(await mailTo(server, email, verify))
  const { rows } = await query('select id from account_token where learner_id = $1', [uid])
  // As left behind: claimed by a sender whose lease has expired.
  await query(
    `insert into mail (id, learner_id, recipient, letter, give_up_at, attempts)
     values ($1, $2, $3, '{"kind": "verify-email"}', now() + interval '1 day', 1)`,
    [rows[0].id, uid, email],
  )
  const again = await mailTo(server, email, verify, 2)
  expect(tokenIn(again)).toBe(first)
  expect(again.email.messageId).toBe(server.mailTo(email)[0]?.email.messageId)
})

test('uses encryption if the server offers it', async () => {
  const secure = await testMailServer({ startTls: true })
  const url = `${secure.url}?tls.rejectUnauthorized=false`
  const sending = await startIdentity({
    ...(await identityEnvironment()),
    ...mailSettings(secure),
    SMTP_URL: url,
  })
  try {
    const { email } = await registerLearner(sending.app)
    expect((await mailTo(secure, email, verify)).secure).toBe(true)
  } finally {
    await sending.close()
    await secure.goAway()
  }
})
