import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { closedLoop, openLoop, repeatRequest } from './generator.ts'

const running: Server[] = []
afterEach(async () => {
  for (const server of running.splice(0)) server.close()
})

async function serverUrl(respond: RequestListener): Promise<string> {
  const server = createServer(respond).listen(0, '127.0.0.1')
  running.push(server)
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/path?q=1`
}

test('a closed loop has as many tasks in progress as asked for, never more', async () => {
  let [inProgress, most, ended] = [0, 0, 0]
  await closedLoop(3, 0.05, async () => {
    inProgress += 1
    most = Math.max(most, inProgress)
    await new Promise((resolve) => setTimeout(resolve, 1))
    inProgress -= 1
    ended += 1
  })
  expect(most).toBe(3)
  expect(ended).toBeGreaterThanOrEqual(3)
})

test('an open loop that is late still lets responses arrive', async () => {
  let isAnswered = false
  setTimeout(() => {
    isAnswered = true
  }, 1)
  function* allDueNow() {
    for (let count = 0; count < 20_000_000 && !isAnswered; count += 1) yield 0
  }
  await openLoop(allDueNow(), () => {}, new AbortController().signal)
  expect(isAnswered).toBe(true)
})

test('a repeated request uses all tokens in turn and reports the cost of the generator', async () => {
  const seen = new Set<string | undefined>()
  const url = await serverUrl((request, response) => {
    seen.add(`${request.method} ${request.url} ${request.headers.authorization}`)
    response.end()
  })
  const result = await repeatRequest({ url, tokens: ['one', 'two'], connections: 2, seconds: 0.1 })
  expect(seen).toEqual(new Set(['GET /path?q=1 Bearer one', 'GET /path?q=1 Bearer two']))
  expect(result.accepted).toBeGreaterThanOrEqual(2)
  expect(result.p99).toBeGreaterThanOrEqual(result.p50)
  expect(result.generatorCpu).toBeGreaterThan(0)
})

test('503 is counted in an open loop, and ends a closed one, like other errors', async () => {
  const overloaded = await serverUrl((_request, response) => response.writeHead(503).end())
  expect(await repeatRequest({ url: overloaded, rate: 100, seconds: 0.1 })).toMatchObject({
    accepted: 0,
    shed: 9,
  })
  await expect(repeatRequest({ url: overloaded, connections: 1, seconds: 0.1 })).rejects.toThrow('503')
  const missing = await serverUrl((_request, response) => response.writeHead(404).end())
  await expect(repeatRequest({ url: missing, rate: 100, seconds: 0.1 })).rejects.toThrow('404')
})
