import { ADMIN_TOKEN_TTL, TOKEN_AUDIENCE, TOKEN_ISSUER } from '@rehearse/contracts'
import {
  createLocalJWKSet,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from 'jose'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createTokenVerifier, type TokenVerifier } from './auth.ts'

const { publicKey, privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
const foreign = await generateKeyPair('EdDSA', { crv: 'Ed25519' })
const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'EdDSA', use: 'sig' }
const find = vi.fn(createLocalJWKSet({ keys: [jwk] }))

const start = Date.UTC(2026, 10, 21, 12)
let now = start
let verifier: TokenVerifier
beforeEach(() => {
  now = start
  find.mockClear()
  verifier = createTokenVerifier(find, () => now)
})

const seconds = (ms: number) => Math.floor(ms / 1000)
const claims = (changes: JWTPayload = {}): JWTPayload => ({
  sub: 'ann',
  sid: 'session-1',
  role: 'learner',
  iss: TOKEN_ISSUER,
  aud: TOKEN_AUDIENCE,
  exp: seconds(start) + 60,
  ...changes,
})
const sign = (payload = claims(), key = privateKey, header = { alg: 'EdDSA', kid: 'k1' }) =>
  new SignJWT(payload).setProtectedHeader(header).sign(key)
const refused = { kind: 'unauthenticated', code: 'invalid_token', message: 'Invalid authentication token' }

test('a valid token identifies the caller', async () => {
  expect(await verifier.verify(await sign())).toEqual({
    id: 'ann',
    role: 'learner',
    sessionId: 'session-1',
    expiresAt: start + 60_000,
  })
})

describe('rejects a token', () => {
  test('in another form of the same bytes', async () => {
    const token = await sign()
    // 64 bytes leave four bits of the last character unused.
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const sameBytes = token.slice(0, -1) + digits[digits.indexOf(token.at(-1) ?? '') + 1]
    for (const form of [`${token}==`, `${token}=`, `${token} `, sameBytes, token.replaceAll('.', '=.')]) {
      await expect(verifier.verify(form), form.slice(-4)).rejects.toMatchObject(refused)
    }
  })

  test('with any character changed', async () => {
    const token = await sign()
    for (let index = 0; index < token.length; index += 1) {
      // The last base64url character may carry unused bits: replace it with one that differs in every bit.
      const other = token[index] === 'A' ? '_' : 'A'
      const changed = token.slice(0, index) + other + token.slice(index + 1)
      await expect(verifier.verify(changed), `changed at ${index}`).rejects.toMatchObject(refused)
    }
  })

  test('with replaced claims', async () => {
    const [header, , signature] = (await sign()).split('.')
    const payload = Buffer.from(JSON.stringify(claims({ role: 'super_admin' }))).toString('base64url')
    await expect(verifier.verify(`${header}.${payload}.${signature}`)).rejects.toMatchObject(refused)
  })

  test.each([
    ['expired', { exp: seconds(start) }],
    ['of another issuer', { iss: 'someone' }],
    ['without issuer', { iss: undefined }],
    ['for another audience', { aud: 'someone' }],
    ['without audience', { aud: undefined }],
    ['without subject', { sub: undefined }],
    ['with an empty subject', { sub: '' }],
    ['without session', { sid: undefined }],
    ['whose session is not a string', { sid: { id: 'session-1' } }],
    ['without role', { role: undefined }],
    ['with an unknown role', { role: 'owner' }],
    ['that never expires', { exp: undefined }],
  ] as [string, JWTPayload][])('%s', async (_name, changes) => {
    await expect(verifier.verify(await sign(claims(changes)))).rejects.toMatchObject(refused)
  })

  test('signed by another key under our key id', async () => {
    const token = await sign(claims(), foreign.privateKey)
    await expect(verifier.verify(token)).rejects.toMatchObject(refused)
  })

  test('signed with an unpublished key', async () => {
    const token = await sign(claims(), privateKey, { alg: 'EdDSA', kid: 'k2' })
    await expect(verifier.verify(token)).rejects.toMatchObject(refused)
  })

  test('without a signature (alg none)', async () => {
    const token = new UnsecuredJWT(claims()).encode()
    await expect(verifier.verify(token)).rejects.toMatchObject(refused)
  })

  test.each(['text', 'bytes'])('signed by HS256 with our public key as the secret (%s)', async (form) => {
    const secret =
      form === 'text'
        ? new TextEncoder().encode(await exportSPKI(publicKey))
        : Buffer.from(jwk.x ?? '', 'base64url')
    const token = await new SignJWT(claims()).setProtectedHeader({ alg: 'HS256', kid: 'k1' }).sign(secret)
    await expect(verifier.verify(token)).rejects.toMatchObject(refused)
    // Even with a key finder that would return the secret without checking the algorithm.
    const careless = createTokenVerifier(
      async () => secret,
      () => now,
    )
    await expect(careless.verify(token)).rejects.toMatchObject(refused)
  })

  test.each(['', '.', '..', 'a.b.c', 'not a token', '💥'.repeat(3)])('that is none: %j', async (token) => {
    await expect(verifier.verify(token)).rejects.toMatchObject(refused)
  })

  test('of an ended session, but not of others', async () => {
    const other = await sign(claims({ sid: 'session-2' }))
    verifier.revokeSession('session-1')
    await expect(verifier.verify(await sign())).rejects.toMatchObject(refused)
    expect(await verifier.verify(other)).toMatchObject({ sessionId: 'session-2' })
  })
})

describe('a cached token', () => {
  test('is recalled synchronously until it expires or its session ends', async () => {
    const [token, other] = [await sign(), await sign(claims({ sid: 'session-2' }))]
    expect(verifier.recall(token)).toBeNull()
    const principal = await verifier.verify(token)
    await verifier.verify(other)
    expect(verifier.recall(token)).toBe(principal)
    verifier.revokeSession('session-1')
    expect(verifier.recall(token)).toBeNull()
    expect(verifier.recall(other)).toMatchObject({ sessionId: 'session-2' })
    now = verifier.recall(other)?.expiresAt ?? Number.NaN
    expect(verifier.recall(other)).toBeNull()
  })

  test("doesn't have its signature checked again", async () => {
    const token = await sign()
    await verifier.verify(token)
    await verifier.verify(token)
    expect(find).toHaveBeenCalledTimes(1)
  })

  test('is rejected once its key is removed and signatures are verified again', async () => {
    const token = await sign()
    await verifier.verify(token)
    find.mockRejectedValueOnce(new Error('no such key'))
    await verifier.verify(token)
    verifier.forgetSignatures()
    await expect(verifier.verify(token)).rejects.toMatchObject(refused)
  })

  test('is rejected once it has expired', async () => {
    const token = await sign()
    await verifier.verify(token)
    now = start + 59_999
    await verifier.verify(token)
    now = start + 60_000
    await expect(verifier.verify(token)).rejects.toMatchObject(refused)
  })

  test('is rejected once its session has ended', async () => {
    const token = await sign()
    await verifier.verify(token)
    verifier.revokeSession('session-1')
    await expect(verifier.verify(token)).rejects.toMatchObject(refused)
    await expect(verifier.verify(token)).rejects.toMatchObject(refused)
  })
})

test('remembers an ended session for as long as its tokens can live, however many sessions end', async () => {
  const token = await sign(claims({ exp: seconds(start) + ADMIN_TOKEN_TTL }))
  verifier.revokeSession('session-1')
  now = start + ADMIN_TOKEN_TTL * 1000 - 1000
  for (let count = 0; count < 120_000; count += 1) verifier.revokeSession(`other-${count}`)
  await expect(verifier.verify(token)).rejects.toMatchObject(refused)
})

test('reports missing keys as unavailable, not as an invalid token', async () => {
  const { DomainError } = await import('@rehearse/contracts')
  const unknown = new DomainError({ kind: 'unavailable', code: 'keys_unavailable', message: 'later' })
  const waiting = createTokenVerifier(() => {
    throw unknown
  })
  await expect(waiting.verify(await sign())).rejects.toBe(unknown)
})
