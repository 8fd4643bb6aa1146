import { startTestCollector, type TestCollector } from '@rehearse/testing/test-collector'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { upstreamNames } from '../routes.ts'
import { call } from '../testing/call.ts'
import { type RunningGateway, startGateway } from '../testing/start-gateway.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const given = { traceparent: `00-${traceId}-b7ad6b7169203331-01`, tracestate: 'vendor=1' }
const broken = { traceparent: `00-${traceId}-b7ad6b7169203331`, tracestate: 'vendor=1' }

let gateway: RunningGateway
let collector: TestCollector
beforeAll(async () => {
  collector = await startTestCollector()
})
afterAll(() => collector?.close())

const heard = () => {
  const { traceparent, tracestate } = gateway.upstreams.questions.last().headers
  return { traceparent, tracestate }
}

describe('without a collector', () => {
  beforeAll(async () => {
    gateway = await startGateway()
  })
  afterAll(() => gateway?.close())

  test('a valid incoming trace is passed on, an invalid one is not, and none is created', async () => {
    await call(`${gateway.url}/api/features/planned`, { headers: given })
    expect(heard()).toEqual(given)
    await call(`${gateway.url}/api/features/planned`, { headers: broken })
    expect(heard()).toEqual({})
    await call(`${gateway.url}/api/features/planned`)
    expect(heard()).toEqual({})
  })
})

describe('with a collector', () => {
  beforeAll(async () => {
    gateway = await startGateway({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '5',
    })
  })
  afterAll(() => gateway?.close())
  afterEach(() => {
    for (const name of upstreamNames) gateway.upstreams[name].forget()
    collector.spans.length = 0
  })

  const spansOf = async (count: number) => {
    await vi.waitUntil(() => collector.spans.length >= count)
    const server = collector.spans.find(({ kind }) => kind === 'server')
    return { server, attempts: collector.spans.filter(({ kind }) => kind === 'client') }
  }

  test('the service is called within the trace, as an attempt of this request', async () => {
    await call(`${gateway.url}/api/features/planned?search=ada@example.org`, { headers: given })
    const { server, attempts } = await spansOf(2)
    expect(server).toMatchObject({ service: 'gateway', name: 'GET /api/features/planned', traceId })
    expect(attempts).toMatchObject([
      { name: 'GET /api/features/planned', parentSpanId: server?.spanId, traceId },
    ])
    expect(heard().traceparent).toBe(`00-${traceId}-${attempts[0]?.spanId}-01`)
    expect(attempts[0]?.attributes).toEqual({
      'http.request.method': 'GET',
      'http.response.status_code': 200,
      'server.address': '127.0.0.1',
      'server.port': Number(new URL(gateway.upstreams.questions.url).port),
      'url.template': '/api/features/planned',
    })
    expect(JSON.stringify(collector.spans)).not.toContain('ada')
  })

  test('a request without a trace starts one', async () => {
    await call(`${gateway.url}/api/features/planned`, { headers: broken })
    const { server } = await spansOf(2)
    expect(server?.parentSpanId).toBe('')
    expect(server?.traceId).not.toBe(traceId)
    expect(heard()).toEqual({ traceparent: expect.stringContaining(String(server?.traceId)) })
  })

  test('a retried request has two attempts', async () => {
    let times = 0
    gateway.upstreams.questions.answerWith((request, reply) => {
      times += 1
      if (times > 1) return { success: true }
      request.raw.socket.destroy()
      return reply.hijack()
    })
    await call(`${gateway.url}/api/features/planned`, { headers: given })
    const { server, attempts } = await spansOf(3)
    expect(attempts.map(({ hasFailed, attributes }) => [hasFailed, attributes['error.type']])).toEqual([
      [true, 'UND_ERR_SOCKET'],
      [false, undefined],
    ])
    expect(server?.hasFailed).toBe(false)
  })

  test('a cached response has no attempt', async () => {
    await call(`${gateway.url}/api/learning-paths`)
    await spansOf(2)
    collector.spans.length = 0
    await call(`${gateway.url}/api/learning-paths`)
    const { attempts } = await spansOf(1)
    expect(attempts).toEqual([])
  })
})
