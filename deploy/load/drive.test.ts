import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { randomNumbers } from '../bench/src/statistics.ts'
import { newAccounts } from './accounts.ts'
import { type Client, openClient, openVisit } from './client.ts'
import type { Journey } from './journey.ts'
import { type LoadPlan, runPlan } from './run-load.ts'

const running: (Server | Client)[] = []
afterEach(async () => {
  for (const one of running.splice(0)) await one.close()
})

async function clientOf(answer: RequestListener, timeout = 10_000): Promise<Client> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = openClient(new URL(`http://127.0.0.1:${port}`), timeout, new AbortController().signal)
  running.push(client, server)
  return client
}

const oneRequest: Journey = {
  who: 'learner',
  walk: async (visit) => visit.step('only', { path: '/' }) as Promise<void>,
}
const driven = (client: Client, changes: Partial<LoadPlan>) =>
  runPlan({
    client,
    accounts: newAccounts(null),
    journeys: [[1, oneRequest]],
    stretches: [{ from: 0, to: 1, rate: 20 }],
    spacing: 'even',
    random: randomNumbers(1),
    thinking: 0,
    addressOf: null,
    grace: 20,
    signal: new AbortController().signal,
    onTick: () => {},
    ...changes,
  })

test('journeys start on time even if no earlier one got a response', async () => {
  const held: (() => void)[] = []
  // The server responds only after all requests have arrived: a client that waited for one response would wait
  // forever.
  const client = await clientOf((_request, response) => {
    held.push(() => response.end('{}'))
    if (held.length === 19) for (const answer of held) answer()
  })
  const { journeys, latencies } = await driven(client, {})
  expect(journeys).toEqual({ begun: 19, completed: 19, brokenOff: 0, unfinished: 0 })
  // The first requests waited for the others, most of a second, and the latencies include that.
  expect(latencies.max).toBeGreaterThan(800)
})

test('latency counts from the moment a request was due, and our own delay is reported separately', async () => {
  const client = await clientOf((_request, response) => response.end('{}'))
  const timed: { latency: number; lag: number }[] = []
  const visit = openVisit({
    client,
    accounts: newAccounts(null),
    random: Math.random,
    due: performance.now() - 600_000,
    thinking: 0,
    address: null,
    signal: new AbortController().signal,
    onSent: () => {},
    onTimed: (one) => timed.push(one),
  })
  await visit.step('late', { path: '/' })
  await visit.step('at once', { path: '/' })
  expect(timed[0]?.lag).toBeGreaterThanOrEqual(600_000)
  expect(timed[0]?.latency).toBeGreaterThanOrEqual(timed[0]?.lag ?? 0)
  expect(timed[1]?.lag).toBeLessThan(600_000)
})

test('a request without a response times out, is counted, and ends its journey', async () => {
  const client = await clientOf(() => {}, 100)
  const { outcomes, journeys, latencies } = await driven(client, {
    stretches: [{ from: 0, to: 0.2, rate: 20 }],
  })
  expect(outcomes['timed-out']).toBe(3)
  expect(journeys.brokenOff).toBe(3)
  expect(latencies.count).toBe(3)
})

test.each([
  [429, 'limited'],
  [404, 'refused'],
  [503, 'failed'],
] as const)('%i is counted as %s', async (status, outcome) => {
  const client = await clientOf((_request, response) => response.writeHead(status).end('{}'))
  const { outcomes, examples } = await driven(client, { stretches: [{ from: 0, to: 0.2, rate: 20 }] })
  expect(outcomes[outcome]).toBe(3)
  expect(examples).toEqual([`only: ${status} {}`])
})

test('a run that is stopped early reports its results and leaves nothing running', async () => {
  const stop = new AbortController()
  const client = await clientOf((_request, response) => response.end('{}'))
  const recording = await driven(client, {
    stretches: [{ from: 0, to: 3_600, rate: 20 }],
    signal: stop.signal,
    onTick: (_seconds, recorder) => {
      if (recorder.live.completed >= 3) stop.abort()
    },
  })
  expect(recording.journeys.completed).toBeGreaterThanOrEqual(3)
  expect(recording.seconds).toBeLessThan(3_600)
  expect(recording.moments).not.toEqual([])
})
