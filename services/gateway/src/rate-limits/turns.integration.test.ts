import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type RunningGateway, startGateway } from '../testing/start-gateway.ts'
import { waitingMax } from './turns.ts'

let gateway: RunningGateway
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway?.close())
afterEach(() => gateway.upstreams.questions.forget())

const open = () => connect(Number(new URL(gateway.url).port), '127.0.0.1')
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`

/** Sends requests at once on one connection; resolves to what is received until it ends. */
async function pipeline(requests: readonly string[]): Promise<string> {
  const socket = open()
  const said: Buffer[] = []
  socket.on('data', (chunk: Buffer) => said.push(chunk))
  socket.on('error', () => {})
  socket.write(requests.join(''))
  await once(socket, 'close')
  return Buffer.concat(said).toString()
}

test('requests of one connection are handled one at a time and answered in order', async () => {
  let [working, most] = [0, 0]
  gateway.upstreams.questions.answerWith(async (request) => {
    working += 1
    most = Math.max(most, working)
    await wait(5)
    working -= 1
    return { success: true, url: request.url }
  })
  const paths = Array.from({ length: waitingMax }, (_, at) => `/api/features/planned?search=${at}`)
  const last = get('/api/features/planned?search=last').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')
  const said = await pipeline([...paths.map(get), last])
  expect([...said.matchAll(/"url":"([^"]*)"/g)].map(([, url]) => url)).toEqual([
    ...paths,
    '/api/features/planned?search=last',
  ])
  expect(most).toBe(1)
})

test('a client that sends more is disconnected, and what waited is not handled', async () => {
  let release = () => {}
  gateway.upstreams.questions.answerWith(
    () =>
      new Promise((answer) => {
        release = () => answer({ success: true })
      }),
  )
  await pipeline(Array.from({ length: waitingMax + 2 }, () => get('/api/features/planned')))
  release()
  expect(gateway.upstreams.questions.seen.length).toBeLessThanOrEqual(1)
})

test('another connection goes on meanwhile', async () => {
  gateway.upstreams.questions.answerWith((request) =>
    request.url.includes('slow') ? new Promise(() => {}) : { success: true },
  )
  const slow = open()
  slow.on('error', () => {})
  slow.write(get('/api/features/planned?search=slow').repeat(3))
  await vi.waitFor(() => expect(gateway.upstreams.questions.seen.length).toBe(1))
  expect((await fetch(`${gateway.url}/api/features/planned`)).status).toBe(200)
  slow.destroy()
})
