import { once } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type App, createService } from '../service.ts'
import type { Readiness } from './readiness.ts'
import { startInBackground } from './readiness.ts'

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
