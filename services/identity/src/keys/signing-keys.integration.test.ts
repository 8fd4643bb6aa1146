import { keySetLocation } from '@rehearse/contracts'
import { createTokenVerifier, openNats, watchKeySet } from '@rehearse/service-kit'
import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { call, registerLearner } from '../testing/client.ts'
import { type RunningIdentity, startIdentity, startUnready } from '../testing/start-identity.ts'
import { publishKeySetOnChange } from './publish-key-set.ts'

let identity: RunningIdentity
beforeAll(async () => {
  identity = await startIdentity()
})
afterAll(() => identity?.close())

const publicKeys = async () => (await call(identity.app, '/.well-known/jwks.json')).body.keys

describe('the signing key', () => {
  test('is served in the public key set, with caching', async () => {
    const reply = await call(identity.app, '/.well-known/jwks.json')
    expect(reply.headers['cache-control']).toBe('public, max-age=300')
    expect(reply.body.keys).toEqual([
      {
        kty: 'OKP',
        crv: 'Ed25519',
        alg: 'EdDSA',
        use: 'sig',
        kid: expect.any(String),
        x: expect.any(String),
      },
    ])
    const { token } = await registerLearner(identity.app)
    expect(decodeProtectedHeader(token)).toEqual({
      alg: 'EdDSA',
      typ: 'JWT',
      kid: reply.body.keys?.[0]?.kid,
    })
  })

  test('is the same after a restart', async () => {
    const restarted = await startIdentity(identity.env)
    try {
      expect((await call(restarted.app, '/.well-known/jwks.json')).body.keys).toEqual(await publicKeys())
    } finally {
      await restarted.close()
    }
  })

  test('is stored with its private half encrypted', async () => {
    const { rows } = await identity.database.pool.query(
      `select encode(private_key, 'escape') as sealed, public_jwk from signing_key`,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0].public_jwk).not.toHaveProperty('d')
    expect(rows[0].sealed).not.toMatch(/"d"|kty|Ed25519/)
  })

  test('is not replaced when the secret is wrong: the service waits and reports why', async () => {
    const before = await publicKeys()
    const lines: string[] = []
    const wrong = await startUnready({
      ...identity.env,
      KEY_ENCRYPTION_SECRET: 'another secret, also of 32 letters',
    })
    vi.spyOn(wrong.log, 'warn').mockImplementation((...given: unknown[]) => {
      lines.push(given.map((part) => (part as { err?: Error }).err?.message ?? part).join(' '))
    })
    try {
      await vi.waitUntil(() => lines.some((line) => line.includes('KEY_ENCRYPTION_SECRET')), {
        timeout: 60_000,
      })
      const ready = await wrong.inject('/readyz')
      expect(ready.statusCode).toBe(503)
      expect(ready.json().checks.startup.detail).toBe('waiting for: signing key')
      expect(await publicKeys()).toEqual(before)
    } finally {
      await wrong.close()
    }
  })
})

describe('other services', () => {
  const connect = () => {
    const nats = openNats({
      url: identity.env.NATS_URL ?? '',
      name: 'test',
      replicas: 1,
      log: identity.app.log,
    })
    nats.start()
    return nats
  }

  test('verify tokens with the keys published over NATS', async () => {
    const nats = connect()
    const keys = watchKeySet(nats, identity.app.log)
    try {
      await vi.waitUntil(() =>
        keys.check().then(
          () => true,
          () => false,
        ),
      )
      const learner = await registerLearner(identity.app)
      const principal = await createTokenVerifier(keys.find).verify(learner.token)
      expect(principal).toMatchObject({ id: learner.uid, role: 'learner' })
    } finally {
      keys.stop()
      await nats.close()
    }
  })

  test('get the keys again after NATS restarts without data', async () => {
    const nats = connect()
    const ending = new AbortController()
    const keys = await publicKeys()
    const publicSet = () => ({
      keys: (keys ?? []).map((key) => ({ kty: 'OKP', kid: 'of this test', x: key.x })),
    })
    publishKeySetOnChange({ nats, publicSet, log: identity.app.log, signal: ending.signal })
    const bucket = `KV_${keySetLocation.bucket}`
    const subject = `$KV.${keySetLocation.bucket}.${keySetLocation.key}`
    const manager = await nats.manager()
    const stored = () =>
      manager.streams.getMessage(bucket, { last_by_subj: subject }).then(
        (message) => message?.json<{ keys: { kid: string }[] }>().keys[0]?.kid,
        () => undefined,
      )
    try {
      await vi.waitUntil(async () => (await stored()) === 'of this test')
      await manager.streams.delete(bucket)
      expect(await stored()).toBeUndefined()
      await (await nats.connection).reconnect()
      await vi.waitUntil(async () => (await stored()) === 'of this test')
    } finally {
      ending.abort()
      await nats.close()
    }
  })
})
