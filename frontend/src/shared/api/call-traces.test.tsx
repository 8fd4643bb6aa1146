import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeNetwork } from '../../testing/fake-network.ts'

/** Returns the server-timing header for a traceparent; null for none. */
let timing: (sent: string | null) => string | null = () => null
const answer = ({ headers }: { headers: Headers }) => {
  const sent = timing(headers.get('traceparent'))
  return Response.json({ success: true }, { headers: sent === null ? {} : { 'server-timing': sent } })
}
const recorded = (sent: string | null) =>
  `traceparent;desc="00-${sent?.slice(3, 35) ?? '1'.padStart(32, '0')}-b7ad6b7169203331-01"`
const leftOut = (sent: string | null) => recorded(sent).replace('-01"', '-00"')

const beacons: { to: string; body: Blob }[] = []
const reports = () => Promise.all(beacons.map(async ({ body }) => JSON.parse(await body.text())))

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  Object.assign(navigator, { sendBeacon: (to: string, body: Blob) => beacons.push({ to, body }) })
})
afterEach(() => {
  vi.useRealTimers()
  beacons.length = 0
  timing = () => null
})

/** A freshly loaded page. */
async function load() {
  const { learnerApi } = await import('./client.ts')
  const calls = fakeNetwork({ 'GET /api/x': answer, 'GET /api/y': answer })
  return { api: learnerApi, sent: () => calls.map(({ headers }) => headers.get('traceparent')) }
}

test('without tracing on the server, calls carry no trace and nothing is reported', async () => {
  const { api, sent } = await load()
  await api.call('GET', '/api/x')
  await api.call('GET', '/api/x')
  await vi.advanceTimersByTimeAsync(60_000)
  expect([sent(), beacons]).toEqual([[null, null], []])
})

test('after the first traced response each call starts its own trace, and recorded calls are reported together', async () => {
  timing = recorded
  const { api, sent } = await load()
  await api.call('GET', '/api/x')
  await api.call('GET', '/api/x', { query: { search: 'ada' } })
  await api.call('GET', '/api/y')
  await vi.advanceTimersByTimeAsync(5_000)
  const [first, ...traced] = sent()
  expect(first).toBeNull()
  for (const traceparent of traced) expect(traceparent).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-01$/)
  expect(new Set(traced).size).toBe(2)
  expect(beacons.map(({ to, body }) => [to, body.type])).toEqual([['/api/traces', 'application/json']])
  const call = { method: 'GET', status: 200, duration: expect.any(Number), startedAgo: expect.any(Number) }
  expect(await reports()).toEqual([
    {
      calls: [
        { ...call, path: '/api/x', traceparent: traced[0] },
        { ...call, path: '/api/y', traceparent: traced[1] },
      ],
    },
  ])
})

test('calls that the server does not record, or traces of others, are not reported', async () => {
  timing = leftOut
  const { api } = await load()
  await api.call('GET', '/api/x')
  await api.call('GET', '/api/x')
  timing = () => recorded(null)
  await api.call('GET', '/api/x')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(beacons).toEqual([])
})

test('ten calls are reported at once, and the rest when the page is left', async () => {
  timing = recorded
  const { api } = await load()
  for (let call = 0; call < 12; call += 1) await api.call('GET', '/api/x')
  expect((await reports()).map(({ calls }) => calls.length)).toEqual([10])
  dispatchEvent(new Event('pagehide'))
  expect((await reports()).map(({ calls }) => calls.length)).toEqual([10, 1])
})
