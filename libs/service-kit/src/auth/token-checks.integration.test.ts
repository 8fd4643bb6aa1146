import { randomUUID } from 'node:crypto'
import { identitySubjects, type JsonWebKeySet, TOKEN_AUDIENCE, TOKEN_ISSUER } from '@rehearse/contracts'
import { type NatsServer, startNats } from '@rehearse/local-platform'
import { type TemporaryFolder, temporaryFolder } from '@rehearse/testing'
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Nats, openNats } from '../messaging/nats.ts'
import { silentLog as log } from '../testing/silent-log.ts'
import { publishKeySet } from './key-set.ts'
import { startTokenChecks, type TokenChecks } from './token-checks.ts'

const soon = { interval: 20 }
const refused = { code: 'invalid_token' }
let folder: TemporaryFolder
let server: NatsServer
/** Identity's own connection. */
let identity: Nats
const closing: (() => unknown)[] = []

beforeEach(async () => {
  folder = await temporaryFolder()
  server = await startNats({ dataDir: folder.path })
  identity = connect('identity')
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  await server.stop()
  await folder.remove()
})

function connect(owns?: 'identity'): Nats {
  const nats = openNats({ url: server.url, name: 'test', replicas: 1, log, ...(owns && { owns }) })
  nats.start()
  closing.push(nats.close)
  return nats
}

function startChecks(nats = connect()): TokenChecks {
  const checks = startTokenChecks(nats, log)
  closing.push(checks.stop)
  return checks
}

async function restartServer(): Promise<void> {
  await server.stop()
  server = await startNats({ dataDir: folder.path, port: server.port })
  await vi.waitFor(() => identity.check(), soon)
}

async function newKey(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519' })
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'EdDSA', use: 'sig' } }
}
type Key = Awaited<ReturnType<typeof newKey>>
const keySet = (...keys: Key[]) => ({ keys: keys.map(({ jwk }) => jwk) }) as JsonWebKeySet

const sign = (
  { kid, privateKey }: { kid: string; privateKey: CryptoKey },
  sessionId: string = randomUUID(),
) =>
  new SignJWT({ sid: sessionId, role: 'learner' })
    .setProtectedHeader({ alg: 'EdDSA', kid })
    .setIssuer(TOKEN_ISSUER)
    .setAudience(TOKEN_AUDIENCE)
    .setSubject('ann')
    .setExpirationTime('10 minutes')
    .sign(privateKey)

async function endSession(sessionId: string): Promise<void> {
  const js = await identity.jetstream()
  const message = {
    id: randomUUID(),
    type: 'SessionEnded',
    version: 1,
    occurredAt: new Date().toISOString(),
    correlationId: null,
    causationId: null,
    data: { sessionId, subjectId: 'ann' },
  }
  await js.publish(identitySubjects.sessionEnded, JSON.stringify(message))
}

const ready = (checks: TokenChecks) => vi.waitFor(() => checks.check(), soon)
const accepts = (checks: TokenChecks, token: string) =>
  vi.waitFor(async () => expect(await checks.verifier.verify(token)).toMatchObject({ id: 'ann' }), soon)
const refuses = (checks: TokenChecks, token: string) =>
  vi.waitFor(() => expect(checks.verifier.verify(token)).rejects.toMatchObject(refused), soon)

describe('the keys', () => {
  test('are required before any token is checked', async () => {
    const key = await newKey('first')
    const checks = startChecks()
    const token = await sign(key)
    await expect(checks.check()).rejects.toMatchObject({ kind: 'unavailable' })
    await expect(checks.verifier.verify(token)).rejects.toMatchObject({ kind: 'unavailable' })
    await publishKeySet(identity, keySet(key))
    await accepts(checks, token)
    await checks.check()
  })

  test('are updated when identity changes them', async () => {
    const [first, second] = [await newKey('first'), await newKey('second')]
    await publishKeySet(identity, keySet(first))
    const checks = startChecks()
    await accepts(checks, await sign(first))
    await publishKeySet(identity, keySet(first, second))
    await accepts(checks, await sign(second))
    await publishKeySet(identity, keySet(second))
    await refuses(checks, await sign(first))
  })

  test('stay cached while NATS is down, and are updated once it is back', async () => {
    const [first, second] = [await newKey('first'), await newKey('second')]
    await publishKeySet(identity, keySet(first))
    const checks = startChecks()
    await ready(checks)
    await restartServer()
    await accepts(checks, await sign(first))
    await publishKeySet(identity, keySet(second))
    await accepts(checks, await sign(second))
  })

  test('are found again after NATS restarts without data', async () => {
    const [first, second] = [await newKey('first'), await newKey('second')]
    for (const key of [first, first, first]) await publishKeySet(identity, keySet(key))
    const checks = startChecks()
    await ready(checks)
    await server.stop()
    await folder.remove()
    folder = await temporaryFolder()
    await restartServer()
    await publishKeySet(identity, keySet(second))
    await accepts(checks, await sign(second))
  })

  test('stay unchanged when the published value is invalid', async () => {
    const key = await newKey('first')
    await publishKeySet(identity, keySet(key))
    const checks = startChecks()
    await ready(checks)
    await publishKeySet(identity, { keys: 'none' } as unknown as JsonWebKeySet)
    const second = await newKey('second')
    await accepts(checks, await sign(key))
    await publishKeySet(identity, keySet(second))
    await accepts(checks, await sign(second))
  })
})

describe('an ended session', () => {
  let key: Key
  beforeEach(async () => {
    key = await newKey('first')
    await publishKeySet(identity, keySet(key))
  })

  test('is rejected from the first request on if it ended before the process started', async () => {
    const ended = randomUUID()
    await endSession(ended)
    // Enough that a process which doesn't wait for the last of them would accept the token.
    for (let batch = 0; batch < 30; batch += 1) {
      await Promise.all(Array.from({ length: 100 }, () => endSession(randomUUID())))
    }
    const last = randomUUID()
    await endSession(last)
    const [token, lastToken] = [await sign(key, ended), await sign(key, last)]
    const checks = startChecks()
    const outcomes = new Set<string>()
    while (!outcomes.has('invalid_token')) {
      for (const each of [lastToken, token]) {
        outcomes.add(
          await checks.verifier.verify(each).then(
            () => 'accepted',
            (error) => error.code,
          ),
        )
      }
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(outcomes).not.toContain('accepted')
    await ready(checks)
    await accepts(checks, await sign(key))
  })

  test('is rejected in every process soon afterwards', async () => {
    const session = randomUUID()
    const token = await sign(key, session)
    const processes = [startChecks(), startChecks()]
    for (const checks of processes) await accepts(checks, token)
    await endSession(session)
    for (const checks of processes) await refuses(checks, token)
  })

  test('is rejected if it ended while NATS restarted or later', async () => {
    const [first, second] = [randomUUID(), randomUUID()]
    const tokens = [await sign(key, first), await sign(key, second)]
    const checks = startChecks()
    for (const token of tokens) await accepts(checks, token)
    await endSession(first)
    await refuses(checks, tokens[0] ?? '')
    await restartServer()
    await endSession(second)
    await refuses(checks, tokens[1] ?? '')
    await expect(checks.verifier.verify(tokens[0] ?? '')).rejects.toMatchObject(refused)
  })

  test.each(['no JSON', '{"type":"SessionEnded"}', ''])(
    'is heard of behind a message like %j',
    async (payload) => {
      const js = await identity.jetstream()
      await js.publish(identitySubjects.sessionEnded, payload)
      const session = randomUUID()
      await endSession(session)
      const checks = startChecks()
      await ready(checks)
      await refuses(checks, await sign(key, session))
    },
  )
})

test("a process without identity's keys becomes ready once they are published", async () => {
  const nats = connect()
  const manager = await nats.manager()
  await identity.connection
  await manager.streams.delete('IDENTITY')
  await publishKeySet(nats, keySet(await newKey('first')))
  await ready(startChecks(nats))
})

test('checks stop at once, even while they start', async () => {
  for (let turns = 0; turns < 30; turns += 1) {
    const nats = connect()
    const checks = startTokenChecks(nats, log)
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    checks.stop()
    await nats.close()
  }
})
