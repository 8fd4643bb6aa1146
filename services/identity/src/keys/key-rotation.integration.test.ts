import { ADMIN_TOKEN_TTL, type signingKey } from '@rehearse/contracts'
import { createTokenVerifier, openNats, watchKeySet } from '@rehearse/service-kit'
import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { developmentSecret } from '../config.ts'
import { signInAdmin, type TestAdmin } from '../testing/admins.ts'
import { call, refreshTokens, registerLearner } from '../testing/client.ts'
import { type RunningIdentity, startIdentity } from '../testing/start-identity.ts'
import { SigningKeys } from './signing-keys.ts'

const day = 24 * 60 * 60
const month = 30 * day
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000)

let identity: RunningIdentity
let superAdmin: TestAdmin
beforeAll(async () => {
  identity = await startIdentity()
  superAdmin = await signInAdmin(identity.app)
})
afterAll(() => identity?.close())

/** Makes all keys older by this many seconds. */
const age = (seconds: number) =>
  identity.database.pool.query(`update signing_key set signs_from = signs_from - $1 * interval '1 second'`, [
    seconds,
  ])
const kidOf = (token: string) => decodeProtectedHeader(token).kid
const published = async () =>
  ((await call(identity.app, '/.well-known/jwks.json')).body.keys ?? []).map(({ kid }) => kid)

/** Another replica, which renews the keys only on request. */
async function replica(): Promise<SigningKeys> {
  const keys = new SigningKeys(developmentSecret)
  await keys.renew(identity.database.db, month)
  return keys
}
const kidsOf = (keys: SigningKeys) => keys.publicSet().keys.map(({ kid }) => kid)

describe('a signing key', () => {
  beforeEach(async () => {
    await identity.database.pool.query('delete from signing_key')
  })

  test('isn’t replaced while it is young', async () => {
    const keys = await replica()
    const before = kidsOf(keys)
    await age(29 * day)
    await keys.renew(identity.database.db, month)
    expect(kidsOf(keys)).toEqual(before)
  })

  test('gets a successor when it is old, which is published before it signs', async () => {
    const keys = await replica()
    const [old] = kidsOf(keys)
    await age(31 * day)
    await keys.renew(identity.database.db, month)
    expect(kidsOf(keys)).toEqual([expect.not.stringMatching(`^${old}$`), old])
    expect(keys.signingAt(new Date()).kid).toBe(old)
    await age(61)
    const later = await replica()
    expect(later.signingAt(new Date()).kid).toBe(kidsOf(keys)[0])
    // A token issued before is signed with the old key again: a repeated refresh gives the same token.
    expect(later.signingAt(secondsAgo(10)).kid).toBe(old)
  })

  test('stays public until the last token it signed has expired, and is then deleted', async () => {
    const keys = await replica()
    await age(31 * day)
    await keys.renew(identity.database.db, month)
    const [young, old] = kidsOf(keys)
    await age(60 + ADMIN_TOKEN_TTL + 290)
    await keys.renew(identity.database.db, month)
    expect(kidsOf(keys)).toEqual([young, old])
    await age(20)
    await keys.renew(identity.database.db, month)
    expect(kidsOf(keys)).toEqual([young])
  })

  test('is rotated once by replicas that find it old concurrently', async () => {
    const replicas = await Promise.all([replica(), replica(), replica()])
    await age(31 * day)
    await Promise.all(replicas.map((keys) => keys.renew(identity.database.db, month)))
    for (const keys of replicas) expect(kidsOf(keys)).toEqual(kidsOf(replicas[0] as SigningKeys))
    expect(kidsOf(replicas[0] as SigningKeys)).toHaveLength(2)
  })

  test('isn’t rotated by a replica with another secret', async () => {
    await replica()
    await age(31 * day)
    const wrong = new SigningKeys('another secret, also of 32 letters')
    await expect(wrong.renew(identity.database.db, month)).rejects.toThrow('KEY_ENCRYPTION_SECRET')
    expect((await identity.database.pool.query('select kid from signing_key')).rowCount).toBe(1)
  })

  test('is re-encrypted after the secret changes, and then doesn’t need the previous one', async () => {
    const before = kidsOf(await replica())
    const fresh = 'another secret, also of 32 letters'
    const both = new SigningKeys(fresh, developmentSecret)
    await both.renew(identity.database.db, month)
    expect(kidsOf(both)).toEqual(before)
    const alone = new SigningKeys(fresh)
    await alone.renew(identity.database.db, month)
    expect(kidsOf(alone)).toEqual(before)
    expect(alone.signingAt(new Date()).kid).toBe(before[0])
  })

  test('is the same for replicas that start concurrently without any key', async () => {
    const replicas = await Promise.all([replica(), replica(), replica()])
    expect(new Set(replicas.flatMap(kidsOf)).size).toBe(1)
  })
})

describe('rotating on request', () => {
  const rotate = (bearer = superAdmin.token) =>
    call(identity.app, '/api/admin/signing-keys', { method: 'POST', bearer })
  type Key = z.infer<typeof signingKey>

  /** Replaces the keys that the tests above left with one of the service's own. */
  beforeAll(async () => {
    await identity.database.pool.query('delete from signing_key')
    const before = await published()
    await vi.waitUntil(async () => (await published())[0] !== before[0])
    superAdmin = await signInAdmin(identity.app)
  })

  test('publishes a new key to every service, and no further one until that one signs', async () => {
    const nats = openNats({
      url: identity.env.NATS_URL ?? '',
      name: 'test',
      replicas: 1,
      log: identity.app.log,
    })
    nats.start()
    const elsewhere = watchKeySet(nats, identity.app.log)
    try {
      const learner = await registerLearner(identity.app)
      const [old] = await published()
      expect(kidOf(learner.token)).toBe(old)

      const first = await rotate()
      expect(first.status).toBe(200)
      const announced = first.body.data as Key
      expect(announced).toMatchObject({ state: 'announced', leavesAt: null })
      expect(((await rotate()).body.data as Key).kid).toBe(announced.kid)
      expect(await published()).toEqual([announced.kid, old])

      await age(61)
      const listed = await call(identity.app, '/api/admin/signing-keys', { bearer: superAdmin.token })
      expect((listed.body.data as Key[]).map(({ kid, state }) => [kid, state])).toEqual([
        [announced.kid, 'signing'],
        [old, 'retired'],
      ])

      // The service reads the database every few seconds; until then it uses its cached keys.
      const restarted = await startIdentity(identity.env)
      try {
        const fresh = await refreshTokens(restarted.app, learner.refreshToken)
        expect(kidOf(fresh.token ?? '')).toBe(announced.kid)
        const verifier = createTokenVerifier(elsewhere.find)
        await vi.waitFor(async () => {
          for (const token of [learner.token, fresh.token ?? '']) {
            expect(await verifier.verify(token)).toMatchObject({ id: learner.uid })
          }
        })
        expect((await call(identity.app, '/api/auth/me', { bearer: fresh.token })).status).toBe(200)
        expect((await call(restarted.app, '/api/auth/me', { bearer: learner.token })).status).toBe(200)
      } finally {
        await restarted.close()
      }

      // A day and a few minutes later, no service accepts the old key any more.
      await age(ADMIN_TOKEN_TTL + 300)
      await vi.waitUntil(async () => !(await published()).includes(old))
      await vi.waitFor(async () => {
        const unknowing = createTokenVerifier(elsewhere.find)
        await expect(unknowing.verify(learner.token)).rejects.toMatchObject({ code: 'invalid_token' })
      })
    } finally {
      elsewhere.stop()
      await nats.close()
    }
  })

  test('requires a super admin', async () => {
    const learner = await registerLearner(identity.app)
    expect((await rotate(learner.token)).status).toBe(403)
    expect((await rotate('')).status).toBe(401)
  })
})
