import { type ReceivedMail, smtpError, type TestMailServer, testMailServer } from '@rehearse/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailChannel } from '../email/repository.ts'
import { call, newEmail, registerLearner, type TestLearner } from '../testing/client.ts'
import { mailSettings, mailTo, tokenIn, waitUntil } from '../testing/mailed.ts'
import { publishedMessage } from '../testing/published-message.ts'
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

const subjects = {
  verify: 'Confirm your email address',
  reset: 'Choose a new password',
  confirm: 'Confirm your new email address',
  passwordChanged: 'Your password was changed',
  emailChanged: 'Your email address was changed',
  newDevice: 'New sign-in to your account',
}
const post = (path: string, body: unknown, bearer?: string) =>
  call(identity.app, path, { method: 'POST', body, bearer })
const verify = (token: string) => post('/api/auth/email/verify', { token })
const forgot = (email: string) => post('/api/auth/password/forgot', { email })
const reset = (token: string, password: string, confirmPassword = password) =>
  post('/api/auth/password/reset', { token, password, confirmPassword })
const confirmEmail = (token: string, bearer: string | undefined) =>
  post('/api/auth/email/confirm', { token }, bearer)
const signIn = (email: string, password: string) => post('/api/auth/login', { email, password })
const me = async (bearer: string | undefined) => call(identity.app, '/api/auth/me', { bearer })
/** The token of the newest mail, once it has left the queue: until then the same mail can't be requested again. */
const mailedToken = async (address: string, subject: string, count = 1) => {
  const token = tokenIn(await mailTo(server, address, subject, count))
  await waitUntil(async () => {
    const { rows } = await identity.database.pool.query('select 1 from mail where recipient = $1', [address])
    return rows.length === 0
  })
  return token
}
const letTokensRunOut = (email: string) =>
  identity.database.pool.query(
    "update account_token set expires_at = now() - interval '1 second' where email = $1",
    [email],
  )

const expired = { success: false, code: 'link_expired', error: 'This link is no longer valid' }
const expectExpired = (reply: { status: number; body: object }) => {
  expect(reply.status).toBe(400)
  expect(reply.body).toMatchObject(expired)
}

/** Makes a mail's next attempt due now. */
const hurry = async (recipient: string) => {
  await identity.database.pool.query('update mail set next_attempt_at = now() where recipient = $1', [
    recipient,
  ])
  await identity.database.pool.query('select pg_notify($1, $2)', [mailChannel, ''])
}
/** Changes a password while a request that has verified the old one waits for the account's lock. */
async function whilePasswordChanges<Reply>(uid: string, request: () => Promise<Reply>): Promise<Reply> {
  const other = await identity.database.pool.connect()
  try {
    await other.query('begin')
    await other.query("update learner set password_hash = '$2b$04$another' where uid = $1", [uid])
    const holder = (await other.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
    const reply = request()
    // On another connection: a transaction keeps seeing the connections that there were when it first looked.
    await waitUntil(async () => {
      const { rows } = await identity.database.pool.query(
        'select 1 from pg_stat_activity where $1 = any(pg_blocking_pids(pid))',
        [holder],
      )
      return rows.length > 0
    })
    await other.query('commit')
    return await reply
  } finally {
    other.release(true)
  }
}

describe('an email address', () => {
  test('is verified by the link sent at sign-up, also when the link is used again', async () => {
    const { email, token } = await registerLearner(identity.app)
    expect((await me(token)).body.user?.isEmailVerified).toBe(false)
    const mailed = await mailedToken(email, subjects.verify)
    expect((await verify(mailed)).status).toBe(200)
    expect((await me(token)).body.user?.isEmailVerified).toBe(true)
    expect((await verify(mailed)).status).toBe(200)
  })

  test('can get a second link, and both links work', async () => {
    const { email, token } = await registerLearner(identity.app)
    const first = await mailedToken(email, subjects.verify)
    expect((await post('/api/auth/email/verification', {}, token)).status).toBe(200)
    const second = await mailedToken(email, subjects.verify, 2)
    expect((await verify(second)).status).toBe(200)
    expect((await verify(first)).status).toBe(200)
    const again = await post('/api/auth/email/verification', {}, token)
    expect([again.status, again.body.message]).toEqual([200, 'Your email address is already confirmed'])
  })

  test('is not verified by an expired link or by anything else', async () => {
    const { email, token } = await registerLearner(identity.app)
    const mailed = await mailedToken(email, subjects.verify)
    for (const wrong of ['', 'x', `${mailed}x`, mailed.slice(1), '\u0000']) expectExpired(await verify(wrong))
    expectExpired(await reset(mailed, 'secret-2'))
    expectExpired(await confirmEmail(mailed, token))
    await letTokensRunOut(email)
    expectExpired(await verify(mailed))
    expect((await me(token)).body.user?.isEmailVerified).toBe(false)
  })
})

describe('a forgotten password', () => {
  test('is replaced through a mailed link, once; every session ends, and the owner is notified', async () => {
    const { email, token, refreshToken } = await registerLearner(identity.app)
    await forgot(` ${email.toUpperCase()} `)
    const mailed = await mailedToken(email, subjects.reset)
    expect((await reset(mailed, 'secret-2')).status).toBe(200)

    expect((await signIn(email, 'secret1')).status).toBe(401)
    const fresh = await signIn(email, 'secret-2')
    expect(fresh.status).toBe(200)
    expect((await me(token)).status).toBe(401)
    expect(
      (await call(identity.app, '/api/auth/refresh', { method: 'POST', refreshCookie: refreshToken })).status,
    ).toBe(401)
    await mailTo(server, email, subjects.passwordChanged)
    // Reading the mail has proven that the address is theirs.
    expect((await me(fresh.body.token)).body.user?.isEmailVerified).toBe(true)

    // A retry of the same request gets the same response and ends no session; another password is rejected.
    expect((await reset(mailed, 'secret-2')).status).toBe(200)
    expect((await me(fresh.body.token)).status).toBe(200)
    expectExpired(await reset(mailed, 'secret-3'))
  })

  test('can be reset without revealing whether the account exists', async () => {
    const { email } = await registerLearner(identity.app)
    const nobody = newEmail()
    const [known, unknown] = [await forgot(email), await forgot(nobody)]
    expect(known.status).toBe(200)
    expect(unknown.status).toBe(200)
    expect(known.body).toEqual(unknown.body)
    await mailTo(server, email, subjects.reset)
    await waitUntil(async () => {
      const { rows } = await identity.database.pool.query('select 1 from mail where recipient = $1', [nobody])
      return rows.length === 0
    })
    expect(server.mailTo(nobody)).toEqual([])
  })

  test('takes the same steps for every address, so that timing reveals nothing', async () => {
    const secret = 'a secret of this test, long enough'
    // In production without a mail server, nothing takes mail out of the queue.
    const silent = await startIdentity({
      ...(await identityEnvironment()),
      NODE_ENV: 'production',
      PASSWORD_COST: '12',
      KEY_ENCRYPTION_SECRET: secret,
      PERSONAL_DATA_SECRET: secret,
    })
    try {
      const addresses = [(await registerLearner(silent.app)).email, newEmail()]
      for (const email of addresses) {
        await call(silent.app, '/api/auth/password/forgot', { method: 'POST', body: { email } })
      }
      const { rows } = await silent.database.pool.query(
        "select recipient, learner_id, attempts from mail where letter->>'kind' = 'reset-password' order by created_at",
      )
      expect(rows).toEqual(addresses.map((recipient) => ({ recipient, learner_id: null, attempts: 0 })))
    } finally {
      await silent.close()
    }
  })

  test('can be replaced through any of several links, until one is used', async () => {
    const { email } = await registerLearner(identity.app)
    const links: string[] = []
    for (const count of [1, 2, 3]) {
      await forgot(email)
      links.push(await mailedToken(email, subjects.reset, count))
    }
    const [first = '', ...others] = links
    expect((await reset(first, 'secret-2')).status).toBe(200)
    for (const other of others) expectExpired(await reset(other, 'secret-3'))
    expect((await signIn(email, 'secret-2')).status).toBe(200)
  })

  test('can be replaced through a link for an hour', async () => {
    const { email } = await registerLearner(identity.app)
    await forgot(email)
    const mailed = await mailedToken(email, subjects.reset)
    await letTokensRunOut(email)
    expectExpired(await reset(mailed, 'secret-2'))
    expect((await signIn(email, 'secret1')).status).toBe(200)
  })

  test('queues one mail while the mail server is down, however often others request it', async () => {
    const { email } = await registerLearner(identity.app)
    await mailTo(server, email, subjects.verify)
    await server.goAway()
    for (let request = 0; request < 6; request += 1) {
      await forgot(email)
      await waitUntil(async () => {
        const { rows } = await identity.database.pool.query(
          'select attempts from mail where recipient = $1',
          [email],
        )
        return rows.length === 1 && rows[0].attempts > 0
      })
    }
    await server.comeBack()
    await hurry(email)
    expect((await reset(await mailedToken(email, subjects.reset), 'secret-2')).status).toBe(200)
  })

  test('may be the first password of an account that signs in with a provider', async () => {
    const { email, uid } = await registerLearner(identity.app)
    await identity.database.db
      .updateTable('learner')
      .set({ password_hash: null, provider: 'google' })
      .where('uid', '=', uid)
      .execute()
    await forgot(email)
    expect((await reset(await mailedToken(email, subjects.reset), 'my first')).status).toBe(200)
    expect((await signIn(email, 'my first')).status).toBe(200)
  })

  test.each([
    ['passwords that differ', 'secret-2', 'secret-3', 'passwords_do_not_match'],
    ['5 bytes', 'five5', 'five5', 'invalid_request'],
    ['73 bytes', 'x'.repeat(73), 'x'.repeat(73), 'invalid_request'],
  ])('can’t be replaced by %s', async (_what, password, confirmPassword, code) => {
    const reply = await reset('any', password, confirmPassword)
    expect([reply.status, reply.body.code]).toEqual([400, code])
  })

  test('is replaced once by concurrent uses of one link', async () => {
    const { email } = await registerLearner(identity.app)
    await forgot(email)
    const mailed = await mailedToken(email, subjects.reset)
    const passwords = Array.from({ length: 5 }, (_, at) => `racing-${at}`)
    const replies = await Promise.all(passwords.map((password) => reset(mailed, password)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400])
    const winner = passwords[replies.findIndex(({ status }) => status === 200)] ?? ''
    expect((await signIn(email, winner)).status).toBe(200)
    await mailTo(server, email, subjects.passwordChanged)
  })
})

describe('a known password', () => {
  const change = (learner: TestLearner, input: object) => post('/api/users/me/password', input, learner.token)

  test('can be changed; other sessions end, this one continues, and mailed links expire', async () => {
    const learner = await registerLearner(identity.app)
    const other = (await signIn(learner.email, learner.password)).body.token
    await forgot(learner.email)
    const mailed = await mailedToken(learner.email, subjects.reset)
    const input = { currentPassword: learner.password, newPassword: 'secret-2', confirmPassword: 'secret-2' }
    expect((await change(learner, input)).status).toBe(200)
    expect((await me(learner.token)).status).toBe(200)
    expect((await me(other)).status).toBe(401)
    expect((await signIn(learner.email, 'secret-2')).status).toBe(200)
    expectExpired(await reset(mailed, 'secret-3'))
    await mailTo(server, learner.email, subjects.passwordChanged)
    await publishedMessage(
      identity,
      ({ type, data }) => type === 'SessionEnded' && 'subjectId' in data && data.subjectId === learner.uid,
    )
    // Repeating the request succeeds.
    expect((await change(learner, input)).status).toBe(200)
  })

  test.each([
    ['a wrong password', { currentPassword: 'wrong' }, 'wrong_password'],
    ['a new one that differs from its confirmation', { confirmPassword: 'other' }, 'passwords_do_not_match'],
    ['a new one of 3 characters', { newPassword: 'ééé', confirmPassword: 'ééé' }, 'invalid_request'],
    [
      'a new one of 73 bytes',
      { newPassword: 'é'.repeat(37), confirmPassword: 'é'.repeat(37) },
      'invalid_request',
    ],
  ])('can’t be changed with %s', async (_what, part, code) => {
    const learner = await registerLearner(identity.app)
    const input = {
      currentPassword: 'secret1',
      newPassword: 'secret-2',
      confirmPassword: 'secret-2',
      ...part,
    }
    const reply = await change(learner, input)
    expect([reply.status, reply.body.code]).toEqual([400, code])
    expect((await signIn(learner.email, learner.password)).status).toBe(200)
  })

  test('can’t be changed while another request changes it', async () => {
    const learner = await registerLearner(identity.app)
    const input = { currentPassword: learner.password, newPassword: 'secret-2', confirmPassword: 'secret-2' }
    const late = await whilePasswordChanges(learner.uid, () => change(learner, input))
    expect([late.status, late.body.code]).toEqual([400, 'wrong_password'])
  })

  test('must exist to be changed; without one, a mailed link sets it', async () => {
    const learner = await registerLearner(identity.app)
    await identity.database.db
      .updateTable('learner')
      .set({ password_hash: null })
      .where('uid', '=', learner.uid)
      .execute()
    const input = { currentPassword: '', newPassword: 'secret-2', confirmPassword: 'secret-2' }
    expect((await change(learner, input)).body.code).toBe('no_password')
  })
})

describe('a new email address', () => {
  const move = (learner: TestLearner, newEmail: string, password = learner.password) =>
    post('/api/users/me/email', { newEmail, password }, learner.token)

  test('becomes the account’s when its link is followed, and the old address is notified', async () => {
    const learner = await registerLearner(identity.app)
    const next = newEmail()
    expect((await move(learner, ` ${next.toUpperCase()}`)).status).toBe(200)
    expect((await me(learner.token)).body.user?.email).toBe(learner.email)
    const mailed = await mailedToken(next, subjects.confirm)
    expect((await confirmEmail(mailed, learner.token)).status).toBe(200)
    expect((await me(learner.token)).body.user).toMatchObject({ email: next, isEmailVerified: true })
    expect((await signIn(next, learner.password)).status).toBe(200)
    expect((await signIn(learner.email, learner.password)).status).toBe(401)
    await mailTo(server, learner.email, subjects.emailChanged)
    expect((await confirmEmail(mailed, learner.token)).status).toBe(200)
    // Links mailed to the old address no longer work.
    expectExpired(await verify(await mailedToken(learner.email, subjects.verify)))
  })

  test('is the one that was requested last', async () => {
    const learner = await registerLearner(identity.app)
    const [mistyped, meant] = [newEmail(), newEmail()]
    await move(learner, mistyped)
    const first = await mailedToken(mistyped, subjects.confirm)
    await move(learner, meant)
    const second = await mailedToken(meant, subjects.confirm)
    expectExpired(await confirmEmail(first, learner.token))
    expect((await confirmEmail(second, learner.token)).status).toBe(200)
  })

  test('requires a session of the account as well as the link', async () => {
    const [learner, other] = [await registerLearner(identity.app), await registerLearner(identity.app)]
    const next = newEmail()
    await move(learner, next)
    const mailed = await mailedToken(next, subjects.confirm)
    expect((await confirmEmail(mailed, undefined)).status).toBe(401)
    const strange = await confirmEmail(mailed, other.token)
    expect([strange.status, strange.body.code]).toEqual([403, 'link_of_other_account'])
    expect((await me(learner.token)).body.user?.email).toBe(learner.email)
    expect((await me(other.token)).body.user?.email).toBe(other.email)
    expect((await confirmEmail(mailed, learner.token)).status).toBe(200)
  })

  test('requires the password', async () => {
    const learner = await registerLearner(identity.app)
    const reply = await move(learner, newEmail(), 'wrong')
    expect([reply.status, reply.body.code]).toEqual([400, 'wrong_password'])
  })

  test('causes a conflict if it is, or becomes, another account’s', async () => {
    const [learner, other] = [await registerLearner(identity.app), await registerLearner(identity.app)]
    expect((await move(learner, other.email)).status).toBe(409)

    const contested = newEmail()
    await move(learner, contested)
    const mailed = await mailedToken(contested, subjects.confirm)
    await post('/api/auth/register', {
      email: contested,
      password: 'secret1',
      confirmPassword: 'secret1',
      name: 'Quicker',
    })
    const late = await confirmEmail(mailed, learner.token)
    expect([late.status, late.body.code]).toEqual([409, 'email_taken'])
    expect((await me(learner.token)).body.user?.email).toBe(learner.email)
  })

  test('is rejected if it was requested by someone whom a password reset has locked out since', async () => {
    const learner = await registerLearner(identity.app)
    const thieves = newEmail()
    await move(learner, thieves)
    const mailed = await mailedToken(thieves, subjects.confirm)
    await forgot(learner.email)
    await reset(await mailedToken(learner.email, subjects.reset), 'secret-2')
    const { token } = (await signIn(learner.email, 'secret-2')).body
    expectExpired(await confirmEmail(mailed, token))
  })

  test('isn’t mailed again on behalf of someone who has been locked out since', async () => {
    const learner = await registerLearner(identity.app)
    const thieves = newEmail()
    const read: ReceivedMail[] = []
    // An attacker's mail server can read a mail and still report that it didn't accept it.
    server.onMail = (mail) => {
      if (!mail.recipients.includes(thieves)) return
      read.push(mail)
      if (read.length === 1) throw smtpError(451, 'try again later')
    }
    await move(learner, thieves)
    const [mail] = await waitUntil(() => read.length > 0 && read)
    const input = { currentPassword: learner.password, newPassword: 'secret-2', confirmPassword: 'secret-2' }
    expect((await post('/api/users/me/password', input, learner.token)).status).toBe(200)
    await waitUntil(async () => {
      await hurry(thieves)
      const { rows } = await identity.database.pool.query('select 1 from mail where recipient = $1', [
        thieves,
      ])
      return rows.length === 0
    })
    expectExpired(await confirmEmail(tokenIn(mail as ReceivedMail), learner.token))
    server.onMail = () => {}
  })

  test('can’t be requested with a password that is being changed', async () => {
    const learner = await registerLearner(identity.app)
    const asked = await whilePasswordChanges(learner.uid, () => move(learner, newEmail()))
    expect([asked.status, asked.body.code]).toEqual([400, 'wrong_password'])
  })
})

describe('a sign-in', () => {
  test('fails with a password that is being changed', async () => {
    const { uid, email, password } = await registerLearner(identity.app)
    const late = await whilePasswordChanges(uid, () => signIn(email, password))
    expect([late.status, late.body.code]).toEqual([401, 'invalid_credentials'])
  })

  test('notifies the owner of an unknown browser, not of a known one', async () => {
    const [email, password] = [newEmail(), 'secret1']
    const registered = await identity.app.inject({
      method: 'POST',
      url: '/api/auth/register',
      payload: { email, password, confirmPassword: password, name: 'Ann' },
    })
    const cookies = Object.fromEntries(registered.cookies.map(({ name, value }) => [name, value]))
    const enter = (known: boolean) =>
      identity.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        payload: { email, password },
        headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0' },
        ...(known && { cookies }),
      })
    expect((await enter(true)).statusCode).toBe(200)
    expect((await enter(false)).statusCode).toBe(200)
    const mail = await mailTo(server, email, subjects.newDevice)
    expect(mail.email.text).toContain('Firefox on Linux')
    expect(mail.email.headers.map(({ key }) => key)).not.toContain('list-unsubscribe')
  })

  test.each(['changed', 'reset'] as const)(
    'from a known browser notifies the owner after the password was %s',
    async (how) => {
      const { email, password, token } = await registerLearner(identity.app)
      const enter = (secret: string, device?: string) =>
        call(identity.app, '/api/auth/login', {
          body: { email, password: secret },
          headers: device === undefined ? {} : { cookie: `rehearse_device=${device}` },
        })
      const device = (await enter(password)).cookie('rehearse_device')?.value
      await mailTo(server, email, subjects.newDevice)
      if (how === 'changed') {
        const input = { currentPassword: password, newPassword: 'secret-2', confirmPassword: 'secret-2' }
        expect((await post('/api/users/me/password', input, token)).status).toBe(200)
      } else {
        await forgot(email)
        expect((await reset(await mailedToken(email, subjects.reset), 'secret-2')).status).toBe(200)
      }
      const back = await enter('secret-2', device)
      await mailTo(server, email, subjects.newDevice, 2)
      // From then on the browser is known again.
      await enter('secret-2', back.cookie('rehearse_device')?.value)
      await forgot(email)
      await mailTo(server, email, subjects.reset, how === 'changed' ? 1 : 2)
      await mailTo(server, email, subjects.newDevice, 2)
    },
  )

  test('sends no mail when it fails', async () => {
    const { email } = await registerLearner(identity.app)
    await signIn(email, 'wrong')
    await mailTo(server, email, subjects.verify)
    expect(server.mailTo(email)).toHaveLength(1)
  })
})
