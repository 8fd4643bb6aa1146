import { randomUUID } from 'node:crypto'
import type { LearnerAccount } from '@rehearse/contracts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { newAdmin, signInAdmin, type TestAdmin } from '../testing/admins.ts'
import { call, refreshTokens, registerLearner } from '../testing/client.ts'
import { type RunningIdentity, startIdentity } from '../testing/start-identity.ts'

let identity: RunningIdentity
let admin: TestAdmin
beforeAll(async () => {
  identity = await startIdentity()
  admin = await newAdmin(identity.app, await signInAdmin(identity.app))
})
afterAll(() => identity?.close())

const address = '/api/admin/users'
const list = async (query: Record<string, string> = {}) => {
  const reply = await call(identity.app, `${address}?${new URLSearchParams(query)}`, { bearer: admin.token })
  return { ...reply, found: (reply.body.data ?? []) as LearnerAccount[] }
}
const read = (uid: string) => call(identity.app, `${address}/${uid}`, { bearer: admin.token })
const change = (uid: string, body: unknown) =>
  call(identity.app, `${address}/${uid}`, { method: 'PATCH', bearer: admin.token, body })

describe('the list of learners', () => {
  const mark = randomUUID().slice(0, 8)
  const people = ['Åsa Öberg', 'Bo 100%', 'Cy _under'].map((name, index) => ({
    uid: randomUUID(),
    email: `${'cab'[index]}-${mark}@example.com`,
    display_name: `${name} ${mark}`,
    provider: 'password' as const,
    password_hash: null,
    photo_url: null,
    created_at: new Date(Date.UTC(2026, 1, index + 1)),
    last_login_at: index === 1 ? null : new Date(Date.UTC(2026, 3, index + 1)),
  }))
  beforeAll(async () => {
    await identity.database.db.insertInto('learner').values(people).execute()
  })
  const names = (found: LearnerAccount[]) => found.map(({ displayName }) => displayName.split(' ')[0])

  test.each([
    [{ search: mark }, ['Cy', 'Bo', 'Åsa']],
    [{ search: `  ÅSA ÖBERG ${mark}` }, ['Åsa']],
    [{ search: `A-${mark}@EXAMPLE` }, ['Bo']],
    [{ search: `100% ${mark}` }, ['Bo']],
    [{ search: `_under ${mark}` }, ['Cy']],
    [{ search: `%${mark}` }, []],
    [{ search: mark, orderDirection: 'asc' }, ['Åsa', 'Bo', 'Cy']],
    [{ search: mark, orderBy: 'lastLoginAt' }, ['Cy', 'Åsa', 'Bo']],
    [{ search: mark, orderBy: 'lastLoginAt', orderDirection: 'asc' }, ['Bo', 'Åsa', 'Cy']],
    [{ search: mark, orderBy: 'displayName', orderDirection: 'asc' }, ['Bo', 'Cy', 'Åsa']],
    [{ search: mark, orderBy: 'email', orderDirection: 'asc' }, ['Bo', 'Cy', 'Åsa']],
    [{ search: mark, disabled: 'true' }, []],
    [{ search: mark, disabled: 'false', pageSize: '1', page: '2' }, ['Bo']],
  ] as [Record<string, string>, string[]][])('finds learners by %j', async (query, expected) => {
    const { found } = await list(query)
    expect(names(found)).toEqual(expected)
  })

  test('is paged and contains no secrets', async () => {
    const { body, found } = await list({ search: mark, pageSize: '2' })
    expect(body.pagination).toEqual({
      page: 1,
      pageSize: 2,
      totalCount: 3,
      totalPages: 2,
      hasNext: true,
      hasPrev: false,
    })
    expect(Object.keys(found[0] ?? {}).sort()).toEqual(
      [
        'createdAt',
        'disabledAt',
        'disabledReason',
        'displayName',
        'email',
        'isEmailVerified',
        'lastLoginAt',
        'photoURL',
        'provider',
        'uid',
      ].sort(),
    )
  })

  test.each([[{ page: '0' }], [{ pageSize: '101' }], [{ orderBy: 'password' }], [{ disabled: 'maybe' }]])(
    'rejects %j',
    async (query) => {
      expect((await list(query as Record<string, string>)).status).toBe(400)
    },
  )
})

test('shows one learner with the number of devices they are signed in on', async () => {
  const learner = await registerLearner(identity.app)
  const { body, status } = await read(learner.uid)
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    uid: learner.uid,
    email: learner.email,
    sessionCount: 1,
    disabledAt: null,
  })
  expect((await read(randomUUID())).body).toMatchObject({ code: 'learner_not_found' })
  expect((await read('x')).status).toBe(400)
})

describe('a disabled learner', () => {
  test('is signed out everywhere and gets a clear error at sign-in, until enabled', async () => {
    const replica = await startIdentity(identity.env)
    try {
      const learner = await registerLearner(identity.app)
      const elsewhere = () => call(replica.app, '/api/auth/providers', { bearer: learner.token })
      expect((await elsewhere()).status).toBe(200)
      const reply = await change(learner.uid, { disabled: true, reason: '  Sold the answers ' })
      expect(reply.body).toMatchObject({
        message: 'Learner disabled',
        data: { disabledAt: expect.any(String), disabledReason: 'Sold the answers' },
      })
      expect((await call(identity.app, '/api/auth/me', { bearer: learner.token })).status).toBe(401)
      expect((await refreshTokens(identity.app, learner.refreshToken)).status).toBe(401)
      await vi.waitUntil(async () => (await elsewhere()).status === 401)

      const signIn = (password: string) =>
        call(identity.app, '/api/auth/login', { body: { email: learner.email, password } })
      const refused = await signIn(learner.password)
      expect(refused.status).toBe(401)
      expect(refused.body).toMatchObject({ code: 'account_disabled', error: 'This account is disabled' })
      expect(refused.cookies).toEqual([])
      // Without the password, the response reveals nothing.
      expect((await signIn('something else')).body.code).toBe('invalid_credentials')

      const enabled = await change(learner.uid, { disabled: false })
      expect(enabled.body).toMatchObject({
        message: 'Learner enabled',
        data: { disabledAt: null, disabledReason: null },
      })
      expect((await signIn(learner.password)).status).toBe(200)
      expect((await refreshTokens(identity.app, learner.refreshToken)).status).toBe(401)
    } finally {
      await replica.close()
    }
  })

  test('has no session, even after signing in at the same moment', async () => {
    const learner = await registerLearner(identity.app)
    const { email, password } = learner
    const [disabled, ...signedIn] = await Promise.all([
      change(learner.uid, { disabled: true, reason: 'At once' }),
      ...[1, 2, 3].map(() => call(identity.app, '/api/auth/login', { body: { email, password } })),
    ])
    expect(disabled?.status).toBe(200)
    for (const { body } of signedIn) {
      if (body.token === undefined) continue
      expect((await call(identity.app, '/api/auth/me', { bearer: body.token })).status).toBe(401)
    }
    expect((await read(learner.uid)).body.data).toMatchObject({ sessionCount: 0 })
  })

  test('keeps the original time when disabled again', async () => {
    const { uid } = await registerLearner(identity.app)
    const first = (await change(uid, { disabled: true, reason: 'One' })).body.data as LearnerAccount
    const second = (await change(uid, { disabled: true, reason: 'Two' })).body.data as LearnerAccount
    expect(second).toEqual({ ...first, disabledReason: 'Two' })
  })

  test.each([[{ disabled: true }], [{ disabled: true, reason: ' ' }], [{}], [{ disabled: 'yes' }]])(
    'requires a reason: rejects %j',
    async (body) => {
      const { uid } = await registerLearner(identity.app)
      expect((await change(uid, body)).status).toBe(400)
    },
  )

  test('must exist', async () => {
    expect((await change(randomUUID(), { disabled: false })).status).toBe(404)
  })
})
