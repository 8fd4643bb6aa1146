import { cookieNames, errorReply } from '@rehearse/contracts'
import type { App } from '@rehearse/service-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newAdmin, signInAdmin } from '../testing/admins.ts'
import { call, newEmail, registerLearner } from '../testing/client.ts'
import { codeOf, enableSecondFactor, wrongCode } from '../testing/second-factor.ts'
import {
  identityEnvironment,
  type RunningIdentity,
  startIdentity,
  superAdminEmail,
  superAdminPassword,
} from '../testing/start-identity.ts'
import { countAttempt, deleteEndedAttempts } from './repository.ts'

/** Two replicas on one database, with limits small enough to reach. */
let identity: RunningIdentity
let replica: RunningIdentity
beforeAll(async () => {
  const env = {
    ...(await identityEnvironment()),
    RATE_LIMIT_SIGNIN_ACCOUNT: '3',
    RATE_LIMIT_SIGNIN_ADDRESS: '6',
    RATE_LIMIT_REGISTER: '3',
  }
  identity = await startIdentity(env)
  replica = await startIdentity(env)
})
afterAll(async () => {
  await replica?.close()
  await identity?.close()
})

/** A different IP address for each test. */
let addresses = 0
const newAddress = () => {
  addresses += 1
  return `198.51.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`
}

interface SignIn {
  email: string
  password?: string
  from?: string
  device?: string | undefined
  path?: string
  app?: App
}
async function signIn({ email, password = 'wrong-one', from = newAddress(), device, path, app }: SignIn) {
  const reply = await call(app ?? identity.app, path ?? '/api/auth/login', {
    body: { email, password },
    headers: {
      'x-forwarded-for': from,
      ...(device !== undefined && { cookie: `${cookieNames.device}=${device}` }),
    },
  })
  const figure = (name: string) => Number(reply.headers[name])
  return {
    ...reply,
    limit: figure('ratelimit-limit'),
    remaining: figure('ratelimit-remaining'),
    retryAfter: figure('retry-after'),
    device: reply.cookie(cookieNames.device)?.value,
  }
}
const newLearner = async () => {
  await identity.database.db.deleteFrom('attempt_count').execute()
  return registerLearner(identity.app)
}
const triesOf = async () => {
  const { rows } = await identity.database.pool.query<{ tries: number }>(
    'select sum(tries)::int as tries from attempt_count',
  )
  return rows[0]?.tries
}

let learner: Awaited<ReturnType<typeof registerLearner>>
beforeEach(async () => {
  learner = await newLearner()
})

test('an email that isn’t a string is rejected with the documented error', async () => {
  for (const path of ['/api/auth/login', '/api/admin/auth']) {
    const reply = await signIn({ email: { toString: 1, valueOf: null } as never, path })
    expect(reply.status).toBe(400)
    expect(errorReply.strict().safeParse(reply.body).error).toBeUndefined()
  }
})

describe('password guessing', () => {
  test('for one account from one IP address is rejected after its limit, even with the correct password', async () => {
    const from = newAddress()
    for (const remaining of [2, 1, 0]) {
      const reply = await signIn({ email: learner.email, from })
      expect([reply.status, reply.limit, reply.remaining]).toEqual([401, 3, remaining])
    }
    const refused = await signIn({ email: learner.email, password: learner.password, from })
    expect(refused.status).toBe(429)
    expect(refused.body).toMatchObject({ success: false, code: 'too_many_requests' })
    expect([refused.limit, refused.remaining]).toEqual([3, 0])
    expect(refused.retryAfter).toBeGreaterThan(0)
    expect(refused.retryAfter).toBeLessThanOrEqual(60)
  })

  test('for one account from many IP addresses is rejected at three times that limit', async () => {
    const statuses: number[] = []
    for (let guess = 0; guess < 12; guess += 1) statuses.push((await signIn({ email: learner.email })).status)
    expect(statuses).toEqual([...Array(9).fill(401), ...Array(3).fill(429)])
  })

  test('for many accounts from one IP address is rejected at the address’s limit', async () => {
    const from = newAddress()
    const statuses: number[] = []
    for (let guess = 0; guess < 8; guess += 1)
      statuses.push((await signIn({ email: newEmail(), from })).status)
    expect(statuses).toEqual([...Array(6).fill(401), 429, 429])
    expect((await signIn({ email: learner.email, password: learner.password })).status).toBe(200)
  })

  test('across two replicas has the same limit', async () => {
    const from = newAddress()
    const statuses: number[] = []
    for (let guess = 0; guess < 6; guess += 1) {
      const { app } = guess % 2 === 0 ? identity : replica
      statuses.push((await signIn({ email: learner.email, from, app })).status)
    }
    expect(statuses).toEqual([401, 401, 401, 429, 429, 429])
  })

  test('with concurrent requests has the same limit', async () => {
    const from = newAddress()
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, guess) =>
        signIn({ email: learner.email, from, app: (guess % 2 === 0 ? identity : replica).app }),
      ),
    )
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(3)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(9)
  })

  test('gets the same limits and responses for an email without an account', async () => {
    const [from, email] = [newAddress(), newEmail()]
    const statuses: number[] = []
    for (let guess = 0; guess < 4; guess += 1) statuses.push((await signIn({ email, from })).status)
    expect(statuses).toEqual([401, 401, 401, 429])
  })

  test('doesn’t reach the database once the limit is exceeded', async () => {
    const from = newAddress()
    for (let guess = 0; guess < 7; guess += 1) await signIn({ email: learner.email, from })
    const tries = await triesOf()
    for (let guess = 0; guess < 20; guess += 1) {
      expect((await signIn({ email: learner.email, from })).status).toBe(429)
    }
    expect(await triesOf()).toBe(tries)
  })

  test('for an admin has the same limits, counted separately from a learner with the same email', async () => {
    const [from, path] = [newAddress(), '/api/admin/auth']
    for (let guess = 0; guess < 3; guess += 1) {
      expect((await signIn({ email: superAdminEmail, from, path })).status).toBe(401)
    }
    expect((await signIn({ email: superAdminEmail, from, path })).status).toBe(429)
    expect((await signIn({ email: superAdminEmail, from })).status).toBe(401)
    expect((await signIn({ email: superAdminEmail, password: superAdminPassword, path })).status).toBe(200)
  })
})

describe('counts a request when it arrives', () => {
  const bodies = {
    'no JSON': { headers: { 'content-type': 'application/json' }, payload: '{"email":' },
    'another content type': { headers: { 'content-type': 'text/csv' }, payload: 'email,password' },
    'no field': { headers: { 'content-type': 'application/json' }, payload: '{}' },
    'fields of the wrong type': { headers: { 'content-type': 'application/json' }, payload: '{"email":[]}' },
    nothing: { headers: {}, payload: '' },
  }
  const calls = [
    ['POST', '/api/auth/login', 6],
    ['POST', '/api/admin/auth', 6],
    ['POST', '/api/auth/register', 3],
    ['POST', '/api/auth/password/forgot', 3],
    ['POST', '/api/auth/password/reset', 3],
    ['POST', '/api/auth/email/verify', 3],
    ['POST', '/api/auth/email/confirm', 3],
    ['POST', '/api/users/me/email', 3],
    ['POST', '/api/users/me/password', 3],
    ['DELETE', '/api/users/me', 3],
  ] as const
  const cases = calls.flatMap(([method, url, limit]) =>
    Object.keys(bodies).map((name) => ({ method, url, limit, name: name as keyof typeof bodies })),
  )

  test.each(cases)('$method $url with $name', async ({ method, url, limit, name }) => {
    const { headers, payload } = bodies[name]
    const forwarded = { 'x-forwarded-for': newAddress() }
    const statuses: number[] = []
    for (let request = 0; request <= limit; request += 1) {
      const authorization = `Bearer ${learner.token}`
      const bearer = url.includes('/me') || url.endsWith('/confirm') ? { authorization } : {}
      const reply = await identity.app.inject({
        method,
        url,
        payload,
        headers: { ...headers, ...forwarded, ...bearer },
      })
      statuses.push(reply.statusCode)
    }
    expect(statuses.slice(0, -1).filter((status) => status !== 400 && status !== 415)).toEqual([])
    expect(statuses.at(-1)).toBe(429)
  })

  test('from a browser that is familiar to another account only', async () => {
    const { device } = await signIn({ email: learner.email, password: learner.password })
    const headers = { 'x-forwarded-for': newAddress(), cookie: `${cookieNames.device}=${device}` }
    const statuses: number[] = []
    for (let request = 0; request < 8; request += 1) {
      const { headers: type, payload } = bodies['no JSON']
      const reply = await identity.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        payload,
        headers: { ...type, ...headers },
      })
      statuses.push(reply.statusCode)
    }
    expect(statuses).toEqual([...Array(6).fill(400), 429, 429])
  })

  test('for the account in the body, even if its password is missing', async () => {
    const statuses: number[] = []
    for (let request = 0; request < 11; request += 1) {
      const reply = await call(identity.app, '/api/auth/login', {
        body: { email: learner.email },
        headers: { 'x-forwarded-for': newAddress() },
      })
      statuses.push(reply.status)
    }
    expect(statuses).toEqual([...Array(9).fill(400), 429, 429])
  })
})

describe('familiar browsers of one IP address', () => {
  test('share the address’s limit, however many accounts they belong to', async () => {
    const from = newAddress()
    const owners = [learner, await registerLearner(identity.app), await registerLearner(identity.app)]
    const devices: (string | undefined)[] = []
    for (const { email, password } of owners) devices.push((await signIn({ email, password })).device)
    await identity.database.db.deleteFrom('attempt_count').execute()
    const statuses: number[] = []
    for (let round = 0; round < 3; round += 1) {
      for (const [at, { email }] of owners.entries()) {
        statuses.push((await signIn({ email, device: devices[at], from })).status)
      }
    }
    expect(statuses).toEqual([...Array(6).fill(401), 429, 429, 429])
  })

  test('use up the budget of unknown browsers behind that address', async () => {
    const from = newAddress()
    const { device } = await signIn({ email: learner.email, password: learner.password })
    for (let guess = 0; guess < 3; guess += 1) await signIn({ email: learner.email, device, from })
    const statuses: number[] = []
    for (let guess = 0; guess < 4; guess += 1)
      statuses.push((await signIn({ email: newEmail(), from })).status)
    expect(statuses).toEqual([401, 401, 401, 429])
  })
})

test('become unknown after a password change, except the one that made it', async () => {
  const { email, password, token } = learner
  const { device } = await signIn({ email, password })
  const changed = await call(identity.app, '/api/users/me/password', {
    bearer: token,
    body: { currentPassword: password, newPassword: 'secret2', confirmPassword: 'secret2' },
  })
  const own = changed.cookie(cookieNames.device)?.value
  for (let guess = 0; guess < 10; guess += 1) await signIn({ email })
  expect((await signIn({ email, password: 'secret2', device })).status).toBe(429)
  expect((await signIn({ email, password: 'secret2', device: own })).status).toBe(200)
})

describe('an owner under attack', () => {
  const attack = async (email: string, from?: string) => {
    for (let guess = 0; guess < 14; guess += 1) await signIn({ email, ...(from && { from }) })
  }

  test('signs in on a device that signed in before, when unknown devices no longer can', async () => {
    const { device } = await signIn({ email: learner.email, password: learner.password })
    await attack(learner.email)
    expect((await signIn({ email: learner.email, password: learner.password })).status).toBe(429)
    const reply = await signIn({ email: learner.email, password: learner.password, device })
    expect(reply.status).toBe(200)
    expect(reply.device).toBe(device)
  })

  test('signs in on that device even from the attacker’s own IP address', async () => {
    const from = newAddress()
    const { device } = await signIn({ email: learner.email, password: learner.password })
    await attack(learner.email, from)
    expect((await signIn({ email: learner.email, password: learner.password, device, from })).status).toBe(
      200,
    )
  })

  test('signs in on a new device as long as the attacker has few IP addresses', async () => {
    await attack(learner.email, newAddress())
    expect((await signIn({ email: learner.email, password: learner.password })).status).toBe(200)
  })

  test('has limits on a familiar device, too, and the device is unknown to other accounts', async () => {
    const { device } = await signIn({ email: learner.email, password: learner.password })
    const from = newAddress()
    const statuses: number[] = []
    for (let guess = 0; guess < 5; guess += 1) {
      statuses.push((await signIn({ email: learner.email, device, from })).status)
    }
    expect(statuses).toEqual([401, 401, 401, 429, 429])
    const other = await registerLearner(identity.app)
    await attack(other.email)
    expect((await signIn({ email: other.email, password: other.password, device })).status).toBe(429)
  })

  test('can’t be impersonated with a forged device cookie', async () => {
    await attack(learner.email)
    const made = `${Buffer.alloc(16, 7).toString('base64url')}.${Buffer.alloc(16, 7).toString('base64url')}`
    expect((await signIn({ email: learner.email, password: learner.password, device: made })).status).toBe(
      429,
    )
  })
})

describe('an admin under attack with a second factor', () => {
  const path = '/api/admin/auth'
  const attempt = (body: object, from = newAddress()) =>
    call(identity.app, path, { body, headers: { 'x-forwarded-for': from } })
  const attacked = async () => {
    await identity.database.db.deleteFrom('attempt_count').execute()
    const admin = await newAdmin(identity.app, await signInAdmin(identity.app))
    const { email, password } = admin
    const factor = await enableSecondFactor(identity, admin)
    await identity.database.db.deleteFrom('attempt_count').execute()
    for (let guess = 0; guess < 14; guess += 1) await signIn({ email, path })
    return { admin, email, password, ...factor }
  }

  test('signs in with password and code beyond the account’s limit, or with a recovery code', async () => {
    const { email, password, secret, recoveryCodes } = await attacked()
    expect((await attempt({ email, password })).status).toBe(429)
    expect((await attempt({ email, password, code: codeOf(secret) })).status).toBe(200)
    expect((await attempt({ email, password, recoveryCode: recoveryCodes[0] })).status).toBe(200)
  })

  test('while every other attempt gets the same response', async () => {
    const { email, password, secret } = await attacked()
    const code = codeOf(secret)
    for (const body of [
      { email, password: 'wrong-one', code },
      { email, password, code: wrongCode(secret) },
      { email, password: 'wrong-one', code: wrongCode(secret) },
      { email, password, recoveryCode: 'no such code' },
    ]) {
      const reply = await attempt(body)
      expect([reply.status, reply.body.code]).toEqual([429, 'too_many_requests'])
    }
  })

  test('and wrong codes stay limited per hour', async () => {
    const { email, password, secret } = await attacked()
    for (let guess = 0; guess < 10; guess += 1) await attempt({ email, password, code: wrongCode(secret) })
    expect((await attempt({ email, password, code: codeOf(secret) })).status).toBe(429)
  })

  test('and one network’s attempts with a code are limited', async () => {
    const { email, password, secret } = await attacked()
    const from = newAddress()
    for (let guess = 0; guess < 3; guess += 1)
      await attempt({ email, password: 'wrong-one', code: '123456' }, from)
    expect((await attempt({ email, password, code: codeOf(secret) }, from)).status).toBe(429)
    expect((await attempt({ email, password, code: codeOf(secret) })).status).toBe(200)
  })

  test('but the password alone isn’t enough for an account without one', async () => {
    await identity.database.db.deleteFrom('attempt_count').execute()
    const { email, password } = await newAdmin(identity.app, await signInAdmin(identity.app))
    for (let guess = 0; guess < 14; guess += 1) await signIn({ email, path })
    expect((await attempt({ email, password, code: '123456' })).status).toBe(429)
  })
})

test('limits requests for emailed links by IP address, and makes no device familiar', async () => {
  const from = newAddress()
  const forgot = () =>
    call(identity.app, '/api/auth/password/forgot', {
      body: { email: learner.email },
      headers: { 'x-forwarded-for': from },
    })
  const replies = [await forgot(), await forgot(), await forgot(), await forgot()]
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 429])
  expect(replies.flatMap(({ cookies }) => cookies)).toEqual([])
})

test('limits password checks within a session by account, from any IP address', async () => {
  const change = async () => {
    const body = { currentPassword: 'wrong-one', newPassword: 'secret2', confirmPassword: 'secret2' }
    const headers = { 'x-forwarded-for': newAddress() }
    return (await call(identity.app, '/api/users/me/password', { body, bearer: learner.token, headers }))
      .status
  }
  expect([await change(), await change(), await change(), await change()]).toEqual([400, 400, 400, 429])
})

test('limits registrations by IP address', async () => {
  const from = newAddress()
  const register = async () => {
    const body = { email: newEmail(), password: 'secret1', confirmPassword: 'secret1', name: 'Ann' }
    return (await call(identity.app, '/api/auth/register', { body, headers: { 'x-forwarded-for': from } }))
      .status
  }
  expect([await register(), await register(), await register(), await register()]).toEqual([
    201, 201, 201, 429,
  ])
})

test('a rejected request doesn’t count against the other limits', async () => {
  const [first, second] = [Buffer.from('first'), Buffer.from('second')]
  const budgets = [
    { key: first, perMinute: 1 },
    { key: second, perMinute: 5 },
  ]
  const tried = async () => (await countAttempt(identity.database.db, budgets)).map((count) => count.tried)
  expect([await tried(), await tried(), await tried()]).toEqual([[1, 1], [2], [3]])
})

test('resets all limits after a minute, and deletes expired entries', async () => {
  const from = newAddress()
  for (let guess = 0; guess < 3; guess += 1) await signIn({ email: learner.email, from })
  await identity.database.pool.query("update attempt_count set ends_at = ends_at - interval '1 minute'")
  expect(await signIn({ email: learner.email, from })).toMatchObject({ status: 401, remaining: 2 })
  const { rows: before } = await identity.database.pool.query(
    'select 1 from attempt_count where ends_at < now()',
  )
  expect(before.length).toBeGreaterThan(0)
  await deleteEndedAttempts(identity.database.db)
  const { rows } = await identity.database.pool.query('select ends_at > now() as counts from attempt_count')
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.every(({ counts }) => counts)).toBe(true)
})

test('stores neither account nor IP address with attempts', async () => {
  const from = newAddress()
  await signIn({ email: learner.email, from })
  const { rows } = await identity.database.pool.query(
    "select encode(key, 'escape') as key from attempt_count",
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const { key } of rows) {
    expect(key).not.toContain(learner.email)
    expect(key).not.toContain(from)
  }
})
