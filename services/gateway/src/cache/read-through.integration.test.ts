import { randomUUID } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { definitionSubjects, librarySubjects, questionSubjects } from '@rehearse/contracts'
import { natsServers } from '@rehearse/service-kit/messaging/nats'
import { request } from 'undici'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { call } from '../testing/call.ts'
import { type RunningGateway, startGateway } from '../testing/start-gateway.ts'

let gateway: RunningGateway
let nats: NatsConnection
beforeAll(async () => {
  gateway = await startGateway()
  nats = await connect(natsServers(gateway.natsUrl))
})
afterAll(async () => {
  await nats?.close()
  await gateway?.close()
})
afterEach(() => gateway.upstreams.questions.forget())

const asked = () => gateway.upstreams.questions.seen.length
/** A path that no other test has requested. */
const fresh = () => `/api/questions/unified/${randomUUID()}`
const get = (path: string, options = {}) => call(gateway.url + path, options)
async function getRaw(path: string, accepted: string) {
  const reply = await request(gateway.url + path, { headers: { 'accept-encoding': accepted } })
  return { headers: reply.headers, bytes: Buffer.from(await reply.body.arrayBuffer()) }
}
async function publishChange() {
  nats.publish(questionSubjects.revised, '{}')
  await nats.flush()
}

describe('a public read', () => {
  test('is requested once, whatever the order of its parameters', async () => {
    const path = fresh()
    const first = await get(`${path}?b=2&a=1`)
    const again = await get(`${path}?a=1&b=2`)
    expect(asked()).toBe(1)
    expect(again).toMatchObject({ status: 200, text: first.text })
    expect(again.headers['cache-control']).toBe('private, no-cache')
    expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
  })

  test('is not confused with a URL that another parser would treat as equal', async () => {
    const path = fresh()
    await get(`${path}??a=1&b=2`)
    await get(`${path}?a=1&b=2`)
    expect(gateway.upstreams.questions.seen.map(({ url }) => url)).toEqual([
      `${path}??a=1&b=2`,
      `${path}?a=1&b=2`,
    ])
    await get(`${path}?b=2&a=%31`)
    expect(asked()).toBe(2)
  })

  test('is sent to the service once for concurrent requests', async () => {
    const path = fresh()
    const answered = Promise.withResolvers<void>()
    gateway.upstreams.questions.answerWith(() => answered.promise.then(() => ({ success: true, n: 1 })))
    const replies = Array.from({ length: 200 }, () => get(path))
    await vi.waitFor(() => expect(asked()).toBe(1))
    answered.resolve()
    for (const reply of await Promise.all(replies)) expect(reply.body).toEqual({ success: true, n: 1 })
    expect(asked()).toBe(1)
  })

  test('continues for the others when the first client disconnects', async () => {
    const path = fresh()
    const answered = Promise.withResolvers<void>()
    gateway.upstreams.questions.answerWith(() => answered.promise.then(() => ({ success: true })))
    const leaving = new AbortController()
    const left = fetch(gateway.url + path, { signal: leaving.signal }).catch(() => 'left')
    await vi.waitFor(() => expect(asked()).toBe(1))
    const stays = get(path)
    leaving.abort()
    expect(await left).toBe('left')
    answered.resolve()
    expect((await stays).status).toBe(200)
    expect(asked()).toBe(1)
  })

  test('is fetched again after a change, even if the change happened during the fetch', async () => {
    const path = fresh()
    await get(path)
    await publishChange()
    await vi.waitFor(async () => {
      await get(path)
      expect(asked()).toBe(2)
    })
    const other = fresh()
    const answered = Promise.withResolvers<void>()
    gateway.upstreams.questions.answerWith(() => answered.promise.then(() => ({ success: true, is: 'old' })))
    const early = get(other)
    await vi.waitFor(() => expect(asked()).toBe(3))
    await publishChange()
    await vi.waitFor(async () => {
      gateway.upstreams.questions.answerWith(() => ({ success: true, is: 'new' }))
      expect((await get(other)).body).toEqual({ success: true, is: 'new' })
    })
    answered.resolve()
    expect((await early).body).toEqual({ success: true, is: 'old' })
    expect((await get(other)).body).toEqual({ success: true, is: 'new' })
  })

  test.each([
    ['/api/guided-learning/plans', definitionSubjects.planDefined],
    ['/api/challenges/some-id', definitionSubjects.challengeRemoved],
    ['/api/badges', definitionSubjects.badgeDefined],
    ['/api/guides?difficulty=beginner', librarySubjects.revised],
  ])('%s is cached until %s', async (path, subject) => {
    await get(path)
    await get(path)
    expect(asked()).toBe(1)
    nats.publish(subject, '{}')
    await nats.flush()
    await vi.waitFor(async () => {
      await get(path)
      expect(asked()).toBe(2)
    })
  })

  test('is fetched again after a write through the same gateway', async () => {
    const path = fresh()
    await get(path)
    const bearer = await gateway.identity.token('admin')
    gateway.upstreams.questions.answerWith((_request, reply) => reply.code(500).send({ success: false }))
    await get(path, { method: 'PUT', bearer, body: {} })
    gateway.upstreams.questions.answerWith(() => ({ success: true, is: 'new' }))
    expect((await get(path)).body).toEqual({ success: true, is: 'new' })
  })

  test('gets a 304 from the cache if unchanged', async () => {
    const path = fresh()
    gateway.upstreams.questions.answerWith((_request, reply) => reply.header('etag', '"v1"').send({ a: 1 }))
    await get(path)
    for (const given of ['"v1"', 'W/"v1"', '"v0", "v1"', '*']) {
      const reply = await get(path, { headers: { 'if-none-match': given } })
      expect([given, reply.status, reply.text]).toEqual([given, 304, ''])
      expect(reply.headers['content-type']).toBeUndefined()
      expect(reply.headers.etag).toBe('"v1"')
    }
    expect((await get(path, { headers: { 'if-none-match': '"v0"' } })).status).toBe(200)
    expect(asked()).toBe(1)
  })

  test('is compressed, with a weak ETag, for clients that accept it, and sent unchanged to others', async () => {
    const path = fresh()
    const long = { success: true, words: 'again and '.repeat(200) }
    gateway.upstreams.questions.answerWith((_request, reply) => reply.header('etag', '"v1"').send(long))
    const [zipped, plain] = await Promise.all(
      ['gzip, br', 'identity'].map((accepted) => getRaw(path, accepted)),
    )
    expect(zipped?.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-length': String(zipped?.bytes.length),
      etag: 'W/"v1"',
      vary: 'accept-encoding',
    })
    expect(JSON.parse(gunzipSync(zipped?.bytes ?? '').toString())).toEqual(long)
    expect(plain?.headers).toMatchObject({ etag: '"v1"', vary: 'accept-encoding' })
    expect(plain?.headers['content-encoding']).toBeUndefined()
    expect(JSON.parse(String(plain?.bytes))).toEqual(long)
    const known = { 'if-none-match': 'W/"v1"', 'accept-encoding': 'gzip' }
    expect((await get(path, { headers: known })).status).toBe(304)
    expect(asked()).toBe(1)
  })

  test('serves HEAD from a cached GET', async () => {
    const path = fresh()
    await get(path)
    const reply = await get(path, { method: 'HEAD' })
    expect([reply.status, reply.text]).toEqual([200, ''])
    expect(asked()).toBe(1)
  })
})

describe('never cached', () => {
  test("responses to signed-in callers, who don't get cached ones either", async () => {
    const path = fresh()
    gateway.upstreams.questions.answerWith((request) => ({ caller: request.headers.authorization ?? null }))
    for (const role of ['learner', 'admin'] as const) {
      const bearer = await gateway.identity.token(role)
      const header = role === 'admin' ? { 'x-rehearse-area': 'admin' } : {}
      expect((await get(path, { bearer, headers: header })).body.caller).toBe(`Bearer ${bearer}`)
    }
    expect((await get(path)).body.caller).toBeNull()
    expect(asked()).toBe(3)
  })

  test('random selections and errors', async () => {
    for (let turn = 0; turn < 2; turn += 1) await get('/api/questions/unified?random=true&count=3')
    expect(asked()).toBe(2)
    const path = fresh()
    gateway.upstreams.questions.answerWith((_request, reply) => reply.code(404).send({ success: false }))
    for (let turn = 0; turn < 2; turn += 1) expect((await get(path)).status).toBe(404)
    expect(asked()).toBe(4)
  })

  test('headers of a visitor: the service receives an anonymous request', async () => {
    await get(fresh(), { headers: { cookie: 'a=b', 'user-agent': 'somebody', 'accept-language': 'ar' } })
    const { headers } = gateway.upstreams.questions.last()
    expect(Object.keys(headers).sort()).toEqual(['connection', 'host', 'x-correlation-id', 'x-request-id'])
  })
})
