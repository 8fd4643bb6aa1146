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

/** Lets time pass for the keys: all of them are that much older. */
const age = (seconds: number) =>
  identity.database.pool.query(`update signing_key set signs_from = signs_from - $1 * interval '1 second'`, [
    seconds,
  ])
const kidOf = (token: string) => decodeProtectedHeader(token).kid
const published = async () =>
  ((await call(identity.app, '/.well-known/jwks.json')).body.keys ?? []).map(({ kid }) => kid)

/** A replica of its own, which looks after the keys when told to. */
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

  test('is left alone while it is young', async () => {
    const keys = await replica()
    const before = kidsOf(keys)
    await age(29 * day)
    await keys.renew(identity.database.db, month)
    expect(kidsOf(keys)).toEqual(before)
  })

  test('that is old gets a successor, announced before it signs', async () => {
    const keys = await replica()
    const [old] = kidsOf(keys)
    await age(31 * day)
    await keys.renew(identity.database.db, month)
    expect(kidsOf(keys)).toEqual([expect.not.stringMatching(`^${old}$`), old])
    expect(keys.signingAt(new Date()).kid).toBe(old)
    await age(61)
    const later = await replica()
    expect(later.signingAt(new Date()).kid).toBe(kidsOf(keys)[0])
    // What was issued before is signed as it was: a repeated refresh gives the very same token.
    expect(later.signingAt(secondsAgo(10)).kid).toBe(old)
  })

  test('stays public until the last token it signed has ended, and then goes', async () => {
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

  test('is rotated once by replicas that find it old together', async () => {
    const replicas = await Promise.all([replica(), replica(), replica()])
    await age(31 * day)
    await Promise.all(replicas.map((keys) => keys.renew(identity.database.db, month)))
    for (const keys of replicas) expect(kidsOf(keys)).toEqual(kidsOf(replicas[0] as SigningKeys))
    expect(kidsOf(replicas[0] as SigningKeys)).toHaveLength(2)
  })

  test('is not followed by one that was sealed with another secret', async () => {
    await replica()
    await age(31 * day)
    const wrong = new SigningKeys('another secret, also of 32 letters')
    await expect(wrong.renew(identity.database.db, month)).rejects.toThrow('KEY_ENCRYPTION_SECRET')
    expect((await identity.database.pool.query('select kid from signing_key')).rowCount).toBe(1)
  })

  test('is sealed again once there is another secret, and then needs the one before no more', async () => {
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

  test('is one among replicas that start together on nothing', async () => {
    const replicas = await Promise.all([replica(), replica(), replica()])
    expect(new Set(replicas.flatMap(kidsOf)).size).toBe(1)
  })
})

describe('rotating now', () => {
  const rotate = (bearer = superAdmin.token) =>
    call(identity.app, '/api/admin/signing-keys', { method: 'POST', bearer })
  type Key = z.infer<typeof signingKey>

  /** What the tests above left is replaced by a key of the service's own. */
  beforeAll(async () => {
    await identity.database.pool.query('delete from signing_key')
    const before = await published()
    await vi.waitUntil(async () => (await published())[0] !== before[0])
    superAdmin = await signInAdmin(identity.app)
  })

  test('gives a new key, and none further while that one is announced; everybody hears of it', async () => {
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

      // The service looks at the database every few seconds; until then it goes on with what it knew.
      const restarted = await startIdentity(identity.env)
      try {
        const fresh = await refreshTokens(restarted.app, learner.refreshToken)
        expect(kidOf(fresh.token ?? '')).toBe(announced.kid)
        const verifier = createTokenVerifier(elsewhere.find)
        await vi.waitFor(async () => {
          for (const token of [learner.token, fresh.token ?? '']) {
            expect(await verifier.verify(token)).toMatchObject({ id: learner.uid })
          }
        }, 10_000)
        expect((await call(identity.app, '/api/auth/me', { bearer: fresh.token })).status).toBe(200)
        expect((await call(restarted.app, '/api/auth/me', { bearer: learner.token })).status).toBe(200)
      } finally {
        await restarted.close()
      }

      // A day and some minutes later no one takes the old one any more, here and elsewhere.
      await age(ADMIN_TOKEN_TTL + 300)
      await vi.waitUntil(async () => !(await published()).includes(old))
      await vi.waitFor(async () => {
        const unknowing = createTokenVerifier(elsewhere.find)
        await expect(unknowing.verify(learner.token)).rejects.toMatchObject({ code: 'invalid_token' })
      }, 10_000)
    } finally {
      elsewhere.stop()
      await nats.close()
    }
  })

  test('is for super admins', async () => {
    const learner = await registerLearner(identity.app)
    expect((await rotate(learner.token)).status).toBe(403)
    expect((await rotate('')).status).toBe(401)
  })
})
