import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type App, createService } from '../service.ts'
import { Readiness, startInBackground } from './lifecycle.ts'

let app: App
let readiness: Readiness
let steps: Record<string, () => Promise<void>>
beforeEach(async () => {
  ;({ app, readiness } = await createService({ name: 'test', description: '', logLevel: 'silent' }))
  steps = {}
  startInBackground(app, readiness, steps)
  app.get('/', { config: { access: 'anyone' } }, async () => ({}))
})
afterEach(() => app.close())

const listen = () => app.listen({ host: '127.0.0.1', port: 0 })
const status = async (url: string) => (await app.inject(url)).statusCode
const startup = async () => (await readiness.read()).checks.startup

test('steps run one after the other, each until it succeeds; until then requests are rejected', async () => {
  const taken: string[] = []
  let letGo = () => {}
  steps.first = async () => {
    taken.push('first')
    if (taken.length === 1) throw new Error('away')
  }
  steps.second = () =>
    new Promise((resolve) => {
      taken.push('second')
      letGo = resolve
    })
  expect(await startup()).toEqual({ state: 'down', detail: 'waiting for: listening' })
  await listen()
  await vi.waitFor(() => expect(taken).toEqual(['first', 'first', 'second']))
  expect(await startup()).toEqual({ state: 'down', detail: 'waiting for: second' })
  const refused = await app.inject('/')
  expect(refused.statusCode).toBe(503)
  expect(refused.json()).toMatchObject({ code: 'starting' })
  expect(refused.headers['retry-after']).toBe('1')
  expect(await status('/livez')).toBe(200)
  letGo()
  await vi.waitFor(async () => expect(await startup()).toEqual({ state: 'up' }))
  expect(await status('/')).toBe(200)
})

test('a closing service runs no further step and is not ready', async () => {
  const second = vi.fn(async () => {})
  let letGo = () => {}
  const begun = new EventTarget()
  steps.first = () =>
    new Promise((resolve) => {
      letGo = resolve
      begun.dispatchEvent(new Event('begun'))
    })
  steps.second = second
  const waiting = once(begun, 'begun')
  await listen()
  await waiting
  const closed = app.close()
  await closed
  letGo()
  await new Promise((resolve) => setImmediate(resolve))
  expect(second).not.toHaveBeenCalled()
  expect((await startup())?.state).toBe('down')
})

test('a connection opened in advance does not delay closing the server', async () => {
  const url = await listen()
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  const ended = once(socket, 'close')
  socket.resume()
  await app.close()
  await ended
})

const up = async () => {}
const down = async () => {
  throw new Error('not connected')
}

test('is ready when every check is up', async () => {
  const readiness = new Readiness()
  expect(await readiness.read()).toEqual({ ready: true, checks: {} })
  readiness.add('postgres', up)
  expect(await readiness.read()).toEqual({ ready: true, checks: { postgres: { state: 'up' } } })
  readiness.add('nats', down)
  expect(await readiness.read()).toEqual({
    ready: false,
    checks: { postgres: { state: 'up' }, nats: { state: 'down', detail: 'not connected' } },
  })
})

test('reports the detail of a check that is up', async () => {
  const readiness = new Readiness()
  readiness.add('parked', async () => '2 parked')
  expect(await readiness.read()).toEqual({
    ready: true,
    checks: { parked: { state: 'up', detail: '2 parked' } },
  })
})

test('treats a check that hangs as down, without waiting for it', async () => {
  const readiness = new Readiness()
  readiness.add('postgres', () => new Promise(() => {}))
  readiness.add('nats', up)
  expect(await readiness.read()).toEqual({
    ready: false,
    checks: { postgres: { state: 'down', detail: 'no response within 2 s' }, nats: { state: 'up' } },
  })
})

test('a process is live even while it is not ready', async () => {
  readiness.add('nats', down)
  const [live, ready] = await Promise.all([app.inject('/livez'), app.inject('/readyz')])
  expect([live.statusCode, ready.statusCode]).toEqual([200, 503])
  expect(ready.json().checks.nats).toEqual({ state: 'down', detail: 'not connected' })
})

test('serves health and metrics on a separate app if the service asks for it', async () => {
  const { app, inner } = await createService({
    name: 'test',
    description: '',
    logLevel: 'silent',
    innerApart: true,
  })
  for (const url of ['/livez', '/readyz', '/metrics']) {
    expect((await app.inject(url)).statusCode).toBe(404)
    expect((await inner.inject(url)).statusCode).toBe(200)
  }
  await Promise.all([app.close(), inner.close()])
})
