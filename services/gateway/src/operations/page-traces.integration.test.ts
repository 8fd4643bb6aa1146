import { startTestCollector, type TestCollector } from '@rehearse/testing/test-collector'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { call } from '../testing/call.ts'
import { type RunningGateway, startGateway } from '../testing/start-gateway.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const spanId = 'b7ad6b7169203331'
const path = '/api/questions/unified/8d5229c8-16de-4b2d-98c4-df2164f3c7b4'
const measured = {
  traceparent: `00-${traceId}-${spanId}-01`,
  method: 'GET',
  path,
  status: 200,
  startedAgo: 5_000,
  duration: 120.5,
}

let collector: TestCollector
let gateway: RunningGateway
beforeAll(async () => {
  collector = await startTestCollector()
})
afterAll(() => collector?.close())

async function start(env: Record<string, string> = {}): Promise<void> {
  gateway = await startGateway({ OTEL_BSP_SCHEDULE_DELAY: '5', ...env })
}
const withCollector = (env: Record<string, string> = {}) =>
  start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, BROWSER_SPANS: '100', ...env })

const ask = (headers: Record<string, string> = {}) => call(gateway.url + path, { headers })
const report = (calls: readonly object[], headers: Record<string, string> = {}) =>
  call(`${gateway.url}/api/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ calls }),
  })

describe('with page traces', () => {
  beforeAll(() => withCollector())
  afterAll(() => gateway?.close())
  afterEach(() => {
    collector.spans.length = 0
  })

  test('a response names its span in the trace', async () => {
    const { headers } = await ask({ traceparent: measured.traceparent })
    const ours = await vi.waitUntil(() => collector.spans.find(({ kind }) => kind === 'server'))
    expect(ours).toMatchObject({ traceId, parentSpanId: spanId })
    expect(headers['server-timing']).toBe(`traceparent;desc="00-${traceId}-${ours?.spanId}-01"`)
  })

  test("a page's measurement becomes the root of the trace, without ids", async () => {
    const before = Date.now()
    const { status, body } = await report([{ ...measured, userId: 'ada' }])
    expect([status, body]).toEqual([200, { success: true, taken: 1 }])
    const span = await vi.waitUntil(() => collector.spans.find(({ service }) => service === 'browser'))
    expect(span).toMatchObject({
      traceId,
      spanId,
      parentSpanId: '',
      name: 'GET /api/questions/unified/:id',
      kind: 'client',
      hasFailed: false,
      attributes: {
        'http.request.method': 'GET',
        'http.response.status_code': 200,
        'url.template': '/api/questions/unified/:id',
      },
    })
    expect(span?.startedAt).toBeGreaterThanOrEqual(before - 5_000)
    expect(span?.startedAt).toBeLessThanOrEqual(Date.now() - 5_000)
    expect(span?.duration).toBeCloseTo(120.5, 3)
    expect(JSON.stringify(collector.spans)).not.toMatch(/8d5229c8|ada@/)
  })

  test.each([
    ['an invalid trace', { traceparent: `00-${'0'.repeat(32)}-${spanId}-01` }],
    ['an unrecorded trace', { traceparent: `00-${traceId}-${spanId}-00` }],
    ['a time in the future', { startedAgo: -1 }],
    ['another method', { method: 'ADA' }],
    ['an endless path', { path: `/api/${'x'.repeat(500)}` }],
  ])('%s is rejected', async (_what, change) => {
    expect((await report([{ ...measured, ...change }])).status).toBe(400)
  })

  test('rejects more than ten at a time, and other sites', async () => {
    expect((await report(Array.from({ length: 11 }, () => measured))).status).toBe(400)
    expect((await report([measured], { origin: 'https://elsewhere.example' })).status).toBe(403)
    expect((await report([measured], { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect(
      (await call(`${gateway.url}/api/traces`, { method: 'POST', body: 'x'.repeat(20_000) })).status,
    ).toBe(413)
  })

  test('ignores URLs that are not our endpoints', async () => {
    expect((await report([{ ...measured, path: '/somebody/ada' }])).body).toEqual({ success: true, taken: 0 })
  })
})

test('unsolicited spans are left out', async () => {
  await withCollector({ BROWSER_SPANS: '3' })
  const replies = [await report([measured, measured]), await report([measured, measured])]
  await gateway.close()
  expect(replies.map(({ body }) => body.taken)).toEqual([2, 1])
})

test('limits reports per caller', async () => {
  await withCollector({ RATE_LIMIT_TRACES: '2' })
  const statuses = [await report([measured]), await report([measured]), await report([measured])]
  await gateway.close()
  expect(statuses.map(({ status }) => status)).toEqual([200, 200, 429])
})

test.each([
  ['page traces are off', { BROWSER_SPANS: '0' }],
  ['there is no collector', { OTEL_EXPORTER_OTLP_ENDPOINT: '' }],
])('if %s, pages get no trace and their reports a 404', async (_what, env) => {
  await withCollector(env)
  const [reply, reported] = [await ask({ traceparent: measured.traceparent }), await report([measured])]
  await gateway.close()
  expect(reply.headers['server-timing']).toBeUndefined()
  expect(reported.status).toBe(404)
})

describe('the decision to record a trace', () => {
  const flagsOf = async (flags: string, id = traceId) => {
    const { headers } = await ask({ traceparent: `00-${id}-${spanId}-${flags}` })
    return String(headers['server-timing']).slice(-3, -1)
  }

  test.each([
    ['parentbased_always_on', '1', '01'],
    ['parentbased_always_off', '1', '00'],
    ['parentbased_traceidratio', '1', '01'],
    ['parentbased_traceidratio', '0', '00'],
    ['traceidratio', '0', '00'],
  ])('is not up to callers: %s, %s', async (sampler, part, recorded) => {
    await withCollector({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: part })
    const flags = [await flagsOf('01'), await flagsOf('00')]
    const passedOn = gateway.upstreams.questions.last().headers.traceparent
    await gateway.close()
    expect(flags).toEqual([recorded, recorded])
    expect(passedOn?.slice(-2)).toBe(recorded)
  })

  test("can't be influenced by choosing an id that is always sampled", async () => {
    await withCollector({ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.5' })
    // By its id alone, this one would be in any sampled share of traces.
    const lucky = '1'.padStart(32, '0')
    const seen = new Set<string>()
    for (let asked = 0; asked < 60; asked += 1) seen.add(await flagsOf('01', lucky))
    await gateway.close()
    expect([...seen].sort()).toEqual(['00', '01'])
  })

  test('is up to the callers if they are trusted', async () => {
    await withCollector({ TRUST_TRACEPARENT: 'true', OTEL_TRACES_SAMPLER: 'parentbased_always_off' })
    const flags = [await flagsOf('01'), await flagsOf('00')]
    await gateway.close()
    expect(flags).toEqual(['01', '00'])
  })
})
