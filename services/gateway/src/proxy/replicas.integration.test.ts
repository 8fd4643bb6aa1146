import { once } from 'node:events'
import { connect } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { call } from '../testing/call.ts'
import { type RunningGateway, startGateway } from '../testing/start-gateway.ts'
import { startTinyUpstream, type TinyUpstream } from '../testing/tiny-upstream.ts'

let first: TinyUpstream
let second: TinyUpstream
let gateway: RunningGateway
let learner: string

beforeAll(async () => {
  first = await startTinyUpstream()
  second = await startTinyUpstream()
  gateway = await startGateway({ PROGRESS_URL: `${first.url}, ${second.url}`, UPSTREAM_CONCURRENCY: '4' })
  learner = await gateway.identity.token('learner')
})
afterAll(async () => {
  await gateway?.close()
  await Promise.all([first?.close(), second?.close()])
})
afterEach(() => {
  for (const upstream of [first, second, ...Object.values(gateway.upstreams)]) upstream.forget()
})

const save = () =>
  call(`${gateway.url}/api/progress/save`, { method: 'POST', body: { a: 1 }, bearer: learner })
const get = () => call(`${gateway.url}/api/progress/get`, { bearer: learner })
/** Responds when released. */
const held = () => {
  const answered = Promise.withResolvers<void>()
  return { answer: async () => answered.promise.then(() => ({ success: true })), let: answered.resolve }
}

describe('several replicas of a service', () => {
  test('share the work: the least busy one gets the next request', async () => {
    const { answer, let: letGo } = held()
    for (const replica of [first, second]) replica.answerWith(answer)
    const replies = [get(), get()]
    await vi.waitFor(() => expect([first.seen.length, second.seen.length]).toEqual([1, 1]))
    letGo()
    expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([200, 200])
  })

  test('one that is not ready gets no requests until it is ready again', async () => {
    first.readiness(503)
    await vi.waitFor(async () => {
      first.seen.length = 0
      for (let turn = 0; turn < 4; turn += 1) await get()
      expect(first.seen).toEqual([])
    })
    first.readiness(200)
    await vi.waitFor(async () => {
      await Promise.all([get(), get()])
      expect(first.seen.length).toBeGreaterThan(0)
    })
  })

  test.each(['GET', 'POST'])('one that is only starting costs no one a failure: %s', async (method) => {
    first.answerWith(async (_request, reply) => reply.code(503).send({ code: 'starting' }))
    const replies = []
    for (let turn = 0; turn < 6; turn += 1) replies.push(await (method === 'GET' ? get() : save()))
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(second.seen).toHaveLength(6)
    first.forget()
    await vi.waitFor(async () => {
      await Promise.all([get(), get()])
      expect(first.seen.length).toBeGreaterThan(0)
    })
  })

  test('one that goes down loses no request: those it never received go to the other, writes too', async () => {
    const port = Number(new URL(second.url).port)
    await second.close()
    const replies = []
    for (let turn = 0; turn < 20; turn += 1) replies.push(await save())
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(first.seen).toHaveLength(20)
    expect(first.last().body.toString()).toBe('{"a":1}')
    second = await startTinyUpstream(port)
    await vi.waitFor(async () => {
      await Promise.all([get(), get()])
      expect(second.seen.length).toBeGreaterThan(0)
    })
  })
})

/** Ends a connection without a response: `destroy` closes it, `resetAndDestroy` resets it, as a stopping process may. */
const endings = ['destroy', 'resetAndDestroy'] as const
const endWith = (ending: (typeof endings)[number]) => (request: FastifyRequest, reply: FastifyReply) => {
  request.raw.socket[ending]()
  return reply.hijack()
}

/** Waits until no circuit is open, and both replicas get requests. */
const bothServe = async () => {
  await vi.waitFor(async () => {
    for (const replica of [first, second]) replica.forget()
    await Promise.all([get(), get()])
    expect([first.seen.length, second.seen.length]).toEqual([1, 1])
  })
  for (const replica of [first, second]) replica.forget()
}

describe.each(endings)('a connection that a replica ends with %s', (ending) => {
  beforeEach(bothServe)

  test.each([
    ['a read', get],
    ['a save, which counts once however often it arrives', save],
  ])('costs %s no failure: it goes to the other replica', async (_what, send) => {
    first.answerWith(endWith(ending))
    const replies = []
    for (let turn = 0; turn < 3; turn += 1) replies.push(await send())
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect([first.seen.length, second.seen.length]).toEqual([3, 3])
  })

  test('fails a write that must not happen twice, without sending it again', async () => {
    for (const replica of [first, second]) replica.answerWith(endWith(ending))
    const reset = { method: 'POST', body: { scope: 'all' }, bearer: learner }
    const reply = await call(`${gateway.url}/api/progress/reset`, reset)
    expect(reply).toMatchObject({ status: 503, body: { code: 'temporarily_unavailable' } })
    expect(first.seen.length + second.seen.length).toBe(1)
  })

  test('fails a request if the other replica ends it too: it is sent twice at most', async () => {
    for (const replica of [first, second]) replica.answerWith(endWith(ending))
    expect((await save()).status).toBe(503)
    expect([first.seen.length, second.seen.length]).toEqual([1, 1])
  })
})

describe('a service at its concurrency limit', () => {
  test("rejects one more request at once, doesn't affect other services, and accepts requests when there is room", async () => {
    const { answer, let: letGo } = held()
    for (const replica of [first, second]) replica.answerWith(answer)
    const accepted = [get(), get(), get(), get()]
    await vi.waitFor(() => expect(first.seen.length + second.seen.length).toBe(4))
    const refused = await save()
    expect(refused).toMatchObject({ status: 503, body: { code: 'overloaded' } })
    expect(refused.headers['retry-after']).toBe('1')
    expect((await call(`${gateway.url}/api/features/planned`)).status).toBe(200)
    letGo()
    await Promise.all(accepted)
    expect((await save()).status).toBe(200)
  })

  test('still serves from the cache, and rejects cache misses', async () => {
    const { questions } = gateway.upstreams
    const known = '/api/questions/unified/known'
    await call(gateway.url + known)
    const { answer, let: letGo } = held()
    questions.answerWith(answer)
    const accepted = Array.from({ length: 4 }, () => call(`${gateway.url}/api/features/planned`))
    await vi.waitFor(() => expect(questions.seen).toHaveLength(5))
    expect((await call(gateway.url + known)).status).toBe(200)
    const unknown = `${gateway.url}/api/questions/unified/unknown`
    expect((await call(unknown)).body.code).toBe('overloaded')
    expect((await call(unknown, { bearer: learner })).body.code).toBe('overloaded')
    letGo()
    await Promise.all(accepted)
    expect((await call(unknown)).status).toBe(200)
  })

  test('stops counting every request, whatever its outcome', async () => {
    for (const replica of [first, second]) {
      replica.answerWith((request, reply) => {
        request.raw.socket.destroy()
        return reply.hijack()
      })
    }
    for (let turn = 0; turn < 8; turn += 1) await save()
    for (const replica of [first, second]) replica.forget()
    await vi.waitFor(async () => {
      const replies = await Promise.all([get(), get(), get(), get()])
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    })
  })
})

test.each([
  ['a direct endpoint', '/api/progress/get'],
  ['any other', '/api/progress/dashboard'],
])(
  'a client that leaves takes its request along: %s',
  async (_what, path) => {
    const arrived = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    for (const replica of [first, second]) {
      replica.answerWith((_request, reply) => {
        reply.raw.once('close', () => ended.resolve())
        arrived.resolve()
        return reply.hijack()
      })
    }
    const leaving = new AbortController()
    const headers = { authorization: `Bearer ${learner}` }
    const response = fetch(gateway.url + path, { headers, signal: leaving.signal }).catch(() => null)
    await arrived.promise
    leaving.abort()
    await ended.promise
    expect(await response).toBeNull()
  },
  // Less than the 30 seconds after which the request would end by itself.
  20_000,
)

test.each(['/api/progress/get', '/api/progress/dashboard'])(
  'clients that leave while their session is looked up do not stop the gateway: %s',
  async (path) => {
    for (let turn = 0; turn < 20; turn += 1) {
      const token = await gateway.identity.token('learner', { sessionId: `leaves-${path}-${turn}` })
      const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1')
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`, () =>
        socket.resetAndDestroy(),
      )
      await once(socket, 'close')
    }
    expect((await get()).status).toBe(200)
  },
)
