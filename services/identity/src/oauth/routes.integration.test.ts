import { randomBytes, randomUUID } from 'node:crypto'
import { type TestMailServer, testMailServer } from '@rehearse/testing'
import { browse } from '@rehearse/testing/browse'
import { signInAtProvider, signInAtProviderPage } from '@rehearse/testing/sign-in-at-provider-page'
import { githubAccount, startTestGithub, type TestGithub } from '@rehearse/testing/test-github'
import {
  openIdAccount,
  startOpenIdProvider,
  type TestOpenIdProvider,
} from '@rehearse/testing/test-openid-provider'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { call, newEmail, refreshTokens, registerLearner } from '../testing/client.ts'
import { mailTo } from '../testing/mailed.ts'
import { identityEnvironment, type RunningIdentity, startIdentity } from '../testing/start-identity.ts'

let google: TestOpenIdProvider
let github: TestGithub
let mails: TestMailServer
let identity: RunningIdentity
let url: string
beforeAll(async () => {
  ;[google, github, mails] = await Promise.all([startOpenIdProvider(), startTestGithub(), testMailServer()])
  identity = await startIdentity({ ...(await identityEnvironment()), ...clients(), ...mailing() })
  url = addressOf(identity)
})
afterAll(async () => {
  await identity?.close()
  await Promise.all([google?.close(), github?.close(), mails?.goAway()])
})

const clients = () => ({
  GOOGLE_CLIENT_ID: google.clientId,
  GOOGLE_CLIENT_SECRET: google.clientSecret,
  GOOGLE_ISSUER: google.issuer,
  GITHUB_CLIENT_ID: github.clientId,
  GITHUB_CLIENT_SECRET: github.clientSecret,
  GITHUB_URL: github.url,
  GITHUB_API_URL: `${github.url}/api/v3`,
})
/** Without a public origin, so that the providers redirect to the service itself. */
const mailing = () => ({ SMTP_URL: mails.url, MAIL_FROM: 'Rehearse <mail@rehearse.example>' })
const addressOf = ({ app }: RunningIdentity) => {
  const address = app.server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}
const withGoogle = (account: string, more = {}) =>
  signInAtProviderPage({ url, provider: 'google', account, ...more })
const withGithub = (account: string, more = {}) =>
  signInAtProviderPage({ url, provider: 'github', account, ...more })
const googlePerson = (email: string, more = {}) => openIdAccount({ email, ...more })
const changed = (account: string, changes: object) => JSON.stringify({ ...JSON.parse(account), ...changes })
const githubUser = (email: string, { verified = true, primary = true, name = null as string | null } = {}) =>
  githubAccount({ emails: [{ email, verified, primary }], name })
const userOf = async (token: string | undefined) =>
  (await call(identity.app, '/api/auth/me', { bearer: token })).body.user
const learnersWith = async (email: string) =>
  (await identity.database.pool.query('select uid from learner where email = $1', [email])).rows.length
const failed = (provider: string) => ({ status: 303, location: `/auth?failed=${provider}`, token: undefined })

describe('signing in with a provider', () => {
  test('creates an account from Google’s profile and opens a session', async () => {
    const email = newEmail()
    const account = googlePerson(email, { name: 'Ann Example', picture: 'https://example.com/ann.png' })
    const reply = await withGoogle(account, { returnTo: '/questions?learningPath=react-practice#top' })
    expect(reply).toMatchObject({ status: 303, location: '/questions?learningPath=react-practice#top' })
    expect(await userOf(reply.token)).toMatchObject({
      email,
      displayName: 'Ann Example',
      photoURL: 'https://example.com/ann.png',
      provider: 'google',
      isEmailVerified: true,
      lastLoginAt: expect.any(String),
    })
    expect((await refreshTokens(identity.app, reply.refreshToken ?? '')).status).toBe(200)
  })

  test('creates an account from GitHub’s profile, with the primary verified email instead of the public one', async () => {
    const email = newEmail()
    const login = `octo-${randomUUID()}`
    const account = githubAccount({
      login,
      avatar_url: 'http://plain.example.com/picture',
      emails: [
        { email: newEmail(), primary: false, verified: true },
        { email, primary: true, verified: true },
      ],
    })
    const reply = await withGithub(account)
    expect(await userOf(reply.token)).toMatchObject({
      email,
      displayName: login,
      // Never a plain http address.
      photoURL: null,
      provider: 'github',
    })
  })

  test('notifies the owner by mail only of a browser that is new to the account', async () => {
    const email = newEmail()
    const account = googlePerson(email)
    const { browsing } = await withGoogle(account)
    await withGoogle(account, { browsing })
    expect(mails.mailTo(email)).toEqual([])
    await withGoogle(account)
    await mailTo(mails, email, 'New sign-in to your account')
    expect(mails.mailTo(email)).toHaveLength(1)
  })

  test('opens the same account after the email at the provider has changed', async () => {
    const account = googlePerson(newEmail(), { name: 'Ann' })
    const first = await userOf((await withGoogle(account)).token)
    const moved = changed(account, { email: newEmail(), emailVerified: false })
    const again = await userOf((await withGoogle(moved)).token)
    expect(again).toMatchObject({ uid: first?.uid, email: first?.email })
    expect(Date.parse(again?.lastLoginAt ?? '')).toBeGreaterThan(Date.parse(first?.lastLoginAt ?? ''))
  })

  test('asks the provider to offer a choice of accounts, with PKCE, a state and a nonce', async () => {
    for (const provider of ['google', 'github'] as const) {
      const reply = await browse().visit(`${url}/api/auth/oauth/${provider}`)
      const { searchParams } = new URL(reply.headers.get('location') ?? '')
      expect(reply.status).toBe(303)
      expect(Object.fromEntries(searchParams)).toMatchObject({
        prompt: 'select_account',
        response_type: 'code',
        code_challenge_method: 'S256',
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        state: expect.stringMatching(/^[\w-]{43}$/),
        redirect_uri: `${url}/api/auth/oauth/${provider}/callback`,
      })
      if (provider === 'google') expect(searchParams.get('nonce')).toMatch(/^[\w-]{43}$/)
      expect(reply.headers.getSetCookie()).toEqual([
        expect.stringMatching(
          /^rehearse_oauth=[\w-]{43}; Max-Age=600; Path=\/api\/auth\/oauth; HttpOnly; SameSite=Lax$/,
        ),
      ])
    }
  })

  test('stores nothing that would let a reader of the database complete a sign-in', async () => {
    const reply = await browse().visit(`${url}/api/auth/oauth/google`)
    const { searchParams } = new URL(reply.headers.get('location') ?? '')
    const cookie = /rehearse_oauth=([\w-]+)/.exec(reply.headers.getSetCookie()[0] ?? '')?.[1] ?? ''
    const { rows } = await identity.database.pool.query(
      'select json_agg(t)::text as stored from oauth_transaction t',
    )
    for (const secret of [searchParams.get('state') ?? '', searchParams.get('nonce') ?? '', cookie]) {
      expect(rows[0].stored).not.toContain(secret)
      expect(rows[0].stored).not.toContain(Buffer.from(secret).toString('hex'))
    }
  })
})

describe('accounts', () => {
  test('of one person at two providers are linked', async () => {
    const email = newEmail()
    const byGoogle = await userOf((await withGoogle(googlePerson(email))).token)
    const byGithub = await withGithub(githubUser(email.toUpperCase()))
    expect(await userOf(byGithub.token)).toMatchObject({ uid: byGoogle?.uid, provider: 'google' })
    const profile = await call(identity.app, '/api/users/me', { bearer: byGithub.token })
    expect(profile.body.user).toMatchObject({
      hasPassword: false,
      identities: [{ provider: 'google', email }, { provider: 'github' }],
    })
  })

  test.each([
    ['Google', () => withGoogle(googlePerson(taken, { emailVerified: false })), 'google'],
    ['GitHub', () => withGithub(githubUser(taken, { verified: false })), 'github'],
    ['GitHub, as a second address', () => withGithub(githubUser(taken, { primary: false })), 'github'],
  ])('can’t be opened with an email that %s has not verified', async (_who, come, provider) => {
    const { uid } = await verifiedLearner()
    expect(await come()).toMatchObject(failed(provider))
    const { rows } = await identity.database.pool.query('select * from identity where learner_uid = $1', [
      uid,
    ])
    expect(rows).toEqual([])
  })
  let taken = ''
  const verifiedLearner = async () => {
    const learner = await registerLearner(identity.app)
    taken = learner.email
    await identity.database.pool.query('update learner set is_email_verified = true where uid = $1', [
      learner.uid,
    ])
    return learner
  }

  test('are not created for an unverified email', async () => {
    const email = newEmail()
    const reply = await withGoogle(googlePerson(email, { emailVerified: false }))
    expect(reply).toMatchObject(failed('google'))
    expect(await learnersWith(email)).toBe(0)
  })

  test('with a password and a verified email keep it, and can be opened through the provider too', async () => {
    const { uid, email, password, token } = await verifiedLearner()
    const reply = await withGoogle(googlePerson(email))
    expect((await userOf(reply.token))?.uid).toBe(uid)
    expect((await call(identity.app, '/api/auth/me', { bearer: token })).status).toBe(200)
    expect((await call(identity.app, '/api/auth/login', { body: { email, password } })).status).toBe(200)
  })

  test('that someone else created for an email lose that access when its owner signs in', async () => {
    const attacker = await registerLearner(identity.app)
    await identity.database.pool.query(
      `insert into account_token (id, learner_id, purpose, token_hash, email, expires_at)
       values (gen_random_uuid(), $1, 'confirm-email', '\\x01', 'evil@example.com', now() + interval '1 day')`,
      [attacker.uid],
    )
    await identity.database.pool.query(
      `insert into push_subscription (endpoint, learner_uid, p256dh, auth) values ('https://evil.example', $1, '', '')`,
      [attacker.uid],
    )
    const owner = await withGoogle(googlePerson(attacker.email))
    expect(await userOf(owner.token)).toMatchObject({ uid: attacker.uid, isEmailVerified: true })
    expect((await call(identity.app, '/api/auth/me', { bearer: attacker.token })).status).toBe(401)
    expect((await refreshTokens(identity.app, attacker.refreshToken)).status).toBe(401)
    const { email, password } = attacker
    expect((await call(identity.app, '/api/auth/login', { body: { email, password } })).status).toBe(401)
    const { rows } = await identity.database.pool.query(
      `select (select count(*) from account_token where learner_id = $1 and expires_at > now()) as links,
              (select count(*) from mail where learner_id = $1) as mails,
              (select count(*) from push_subscription where learner_uid = $1) as browsers`,
      [attacker.uid],
    )
    expect(rows).toEqual([{ links: 0, mails: 0, browsers: 0 }])
    expect((await call(identity.app, '/api/auth/me', { bearer: owner.token })).status).toBe(200)
  })

  test.each([
    ['its owner signs in', { status: 303, location: '/' }],
    ['it is erased', { status: 202 }],
  ])('wait for the token of a mail that is being sent when %s', async (action, expected) => {
    const { uid, email, password, token } = await registerLearner(identity.app)
    const { pool } = identity.database
    const sending = await pool.connect()
    try {
      await pool.query(
        `insert into mail (id, learner_id, recipient, letter, give_up_at, next_attempt_at)
         values (gen_random_uuid(), $1, $2, '{"kind":"verify-email"}', now() + interval '1 day', now() + interval '1 day')`,
        [uid, email],
      )
      await sending.query('begin')
      await sending.query('select from mail where learner_id = $1 for key share', [uid])
      const acting =
        action === 'it is erased'
          ? call(identity.app, '/api/users/me', {
              method: 'DELETE',
              bearer: token,
              body: { confirm: email, password },
            })
          : withGoogle(googlePerson(email))
      await vi.waitUntil(async () => {
        const { rows } = await pool.query(
          "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        )
        return rows.length > 0
      })
      await sending.query(
        `insert into account_token (id, learner_id, purpose, token_hash, email, expires_at)
         values (gen_random_uuid(), $1, 'verify-email', $3, $2, now() + interval '1 day')`,
        [uid, email, randomBytes(32)],
      )
      await sending.query('commit')
      expect(await acting).toMatchObject(expected)
    } finally {
      sending.release(true)
    }
  })

  test('are created once when a new user completes concurrent sign-ins with both providers', async () => {
    const email = newEmail()
    const account = googlePerson(email)
    const login = githubUser(email)
    const ways = await Promise.all([
      ...Array.from({ length: 4 }, () => signInAtProvider({ url, provider: 'google', account })),
      ...Array.from({ length: 4 }, () => signInAtProvider({ url, provider: 'github', account: login })),
    ])
    const replies = await Promise.all(ways.map(({ browsing, back }) => browsing.visit(back.href)))
    expect(replies.map((reply) => reply.headers.get('location'))).toEqual(Array(8).fill('/'))
    expect(await learnersWith(email)).toBe(1)
    const { rows } = await identity.database.pool.query(
      `select (select count(*) from identity i where i.learner_uid = l.uid) as identities,
              (select count(*) from session s where s.subject_id = l.uid::text) as sessions from learner l where email = $1`,
      [email],
    )
    expect(rows).toEqual([{ identities: 2, sessions: 8 }])
  })

  test('that an admin has disabled stay disabled', async () => {
    const account = googlePerson(newEmail())
    const user = await userOf((await withGoogle(account)).token)
    await identity.database.pool.query(
      `update learner set disabled_at = now(), disabled_reason = 'test' where uid = $1`,
      [user?.uid],
    )
    expect(await withGoogle(account)).toMatchObject(failed('google'))
  })
})

describe('the profile', () => {
  test('follows the provider until the learner changes it', async () => {
    const account = googlePerson(newEmail(), { name: 'A. Example', picture: 'https://example.com/1.png' })
    await withGoogle(account)
    const renamed = changed(account, { name: 'Ann Example', picture: 'https://example.com/2.png' })
    const { token } = await withGoogle(renamed)
    expect(await userOf(token)).toMatchObject({
      displayName: 'Ann Example',
      photoURL: 'https://example.com/2.png',
    })
    await call(identity.app, '/api/users/me', {
      method: 'PATCH',
      bearer: token,
      body: { displayName: 'Annie', photoURL: null },
    })
    const again = changed(account, { name: 'Somebody Else', picture: 'https://example.com/3.png' })
    expect(await userOf((await withGoogle(again)).token)).toMatchObject({
      displayName: 'Annie',
      photoURL: null,
    })
  })

  test('without a name gets the specification’s default, until the provider has one', async () => {
    const account = googlePerson(newEmail())
    expect((await userOf((await withGoogle(account)).token))?.displayName).toBe('User')
    const named = changed(account, { name: ' \u0007Ann\u0000 ' })
    expect((await userOf((await withGoogle(named)).token))?.displayName).toBe('Ann')
  })

  test('chosen at sign-up stays when a provider is linked, and so do the preferences', async () => {
    const learner = await registerLearner(identity.app)
    await identity.database.pool.query('update learner set is_email_verified = true where uid = $1', [
      learner.uid,
    ])
    const preferences = { dailyGoal: 25, timezone: 'Asia/Tokyo', theme: 'light' }
    await call(identity.app, '/api/users/me/preferences', {
      method: 'PUT',
      bearer: learner.token,
      body: preferences,
    })
    const { token } = await withGithub(githubUser(learner.email, { name: 'The Octocat' }))
    expect((await userOf(token))?.displayName).toBe('Ann Example')
    const kept = await call(identity.app, '/api/users/me/preferences', { bearer: token })
    expect(kept.body.preferences).toMatchObject(preferences)
  })
})

describe('redirects to the sign-in page', () => {
  test('when the user cancels', async () => {
    expect(await withGoogle('nobody', { returnTo: '/dashboard' })).toMatchObject({
      ...failed('google'),
      location: '/auth?failed=google&returnTo=%2Fdashboard',
    })
    expect(await withGithub('nobody')).toMatchObject(failed('github'))
  })

  const errand = () => signInAtProvider({ url, provider: 'google', account: googlePerson(newEmail()) })
  const visit = async (browsing: ReturnType<typeof browse>, address: string) => {
    const reply = await browsing.visit(address)
    return {
      status: reply.status,
      location: reply.headers.get('location'),
      token: browsing.cookie(new URL(url).host, 'rehearse_token'),
    }
  }

  test('when the state is unknown or missing', async () => {
    const { browsing, back } = await errand()
    const { back: another } = await errand()
    for (const state of [another.searchParams.get('state') ?? '', 'x', '']) {
      const forged = new URL(back)
      forged.searchParams.set('state', state)
      expect(await visit(browsing, forged.href)).toEqual(failed('google'))
    }
    expect((await visit(browsing, back.href)).token).toBeDefined()
  })

  test('when another browser opens the callback URL', async () => {
    const { back } = await errand()
    expect(await visit(browse(), back.href)).toEqual(failed('google'))
  })

  test('when the callback is repeated', async () => {
    const { browsing, back } = await errand()
    const both = await Promise.all([browsing.visit(back.href), browsing.visit(back.href)])
    expect(both.map((reply) => reply.headers.get('location')).sort()).toEqual(['/', '/auth?failed=google'])
  })

  test('when the code has been used, even if the transaction were still open', async () => {
    const account = googlePerson(newEmail())
    const first = await signInAtProvider({ url, provider: 'google', account })
    await first.browsing.visit(first.back.href)
    const second = await signInAtProvider({ url, provider: 'google', account, browsing: first.browsing })
    second.back.searchParams.set('code', first.back.searchParams.get('code') ?? '')
    expect((await first.browsing.visit(second.back.href)).headers.get('location')).toBe('/auth?failed=google')
  })

  test('when the sign-in took too long', async () => {
    const { browsing, back } = await errand()
    await identity.database.pool.query(
      `update oauth_transaction set expires_at = now() - interval '1 second'`,
    )
    expect(await visit(browsing, back.href)).toEqual(failed('google'))
  })

  test('when the nonce in the token differs from the one sent', async () => {
    const browsing = browse()
    const begun = await browsing.visit(`${url}/api/auth/oauth/google`)
    const tampered = new URL(begun.headers.get('location') ?? '')
    tampered.searchParams.set('nonce', 'of-an-attacker')
    const page = await browsing.follow(tampered.href)
    const { address } = await browsing.follow(page.address.href, {
      form: { account: googlePerson(newEmail()) },
      stopAt: (next) => next.pathname.endsWith('/callback'),
    })
    expect(await visit(browsing, address.href)).toEqual(failed('google'))
  })

  test('when the response claims to be from another provider', async () => {
    const { browsing, back } = await errand()
    const mixedUp = new URL(back)
    mixedUp.searchParams.set('iss', 'https://evil.example')
    expect(await visit(browsing, mixedUp.href)).toEqual(failed('google'))
    expect(await visit(browsing, back.href.replace('/google/', '/github/'))).toEqual(failed('github'))
  })

  test('when the provider is down, at the start or at the callback', async () => {
    const elsewhere = await startTestGithub()
    const lonely = await startIdentity({
      ...(await identityEnvironment()),
      ...clients(),
      // Nothing listens on this port.
      GOOGLE_ISSUER: 'http://127.0.0.1:9',
      GITHUB_CLIENT_ID: elsewhere.clientId,
      GITHUB_CLIENT_SECRET: elsewhere.clientSecret,
      GITHUB_URL: elsewhere.url,
      GITHUB_API_URL: `${elsewhere.url}/api/v3`,
    })
    try {
      const start = await browse().visit(`${addressOf(lonely)}/api/auth/oauth/google?returnTo=/dashboard`)
      expect(start.headers.get('location')).toBe('/auth?failed=google&returnTo=%2Fdashboard')
      const { browsing, back } = await signInAtProvider({
        url: addressOf(lonely),
        provider: 'github',
        account: githubUser(newEmail()),
      })
      await elsewhere.close()
      expect((await browsing.visit(back.href)).headers.get('location')).toBe('/auth?failed=github')
    } finally {
      await lonely.close()
    }
  })
})

test('a provider that isn’t configured isn’t offered, and its routes return 404', async () => {
  const bare = await startIdentity()
  try {
    expect((await call(bare.app, '/api/auth/providers')).body.providers).toEqual([])
    for (const path of ['google', 'github', 'google/callback', 'gitlab', '__proto__']) {
      const reply = await call(bare.app, `/api/auth/oauth/${path}`)
      expect(reply.status).toBe(404)
      expect(reply.body.code).toBe('provider_not_offered')
    }
  } finally {
    await bare.close()
  }
  expect((await call(identity.app, '/api/auth/providers')).body.providers).toEqual(['google', 'github'])
})

test('behind a public origin, redirects go there and the cookie is Secure', async () => {
  const reply = await identity.app.inject({
    url: '/api/auth/oauth/github',
    headers: { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'learn.example.com' },
  })
  const { searchParams } = new URL(String(reply.headers.location))
  expect(searchParams.get('redirect_uri')).toBe('https://learn.example.com/api/auth/oauth/github/callback')
  expect(reply.headers['set-cookie']).toContain('Secure')
})
