import { DomainError } from '@rehearse/contracts'
import { startTestCollector, type TestCollector } from '@rehearse/testing/test-collector'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createService, type Service } from '../service.ts'
import { logLines } from '../testing/log-lines.ts'
import { currentContext } from './request-context.ts'
import { tracingConfig } from './tracing.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const spanId = 'b7ad6b7169203331'

let collector: TestCollector
beforeAll(async () => {
  collector = await startTestCollector()
})
afterAll(() => collector?.close())

let service: Service
let log: ReturnType<typeof logLines>
async function start(env: Record<string, string>, { trustTraceparent = true } = {}): Promise<void> {
  log = logLines()
  service = await createService({
    name: 'test',
    description: '',
    logLevel: 'debug',
    logTo: log.stream,
    tracing: tracingConfig.parse({ OTEL_BSP_SCHEDULE_DELAY: '5', ...env }),
    trustTraceparent,
  })
  const { app } = service
  app.get('/things/:id', { config: { access: 'anyone' } }, async (request) => {
    request.log.warn('seen')
    return { traceparent: currentContext()?.traceparent, requestId: request.id }
  })
  app.get('/failing', { config: { access: 'anyone' } }, async () => {
    throw new Error('unforeseen')
  })
  app.get('/away', { config: { access: 'anyone' } }, async () => {
    throw new DomainError({ kind: 'unavailable', code: 'away', message: 'Away' })
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
}
afterEach(async () => {
  await service.app.close()
  collector.spans.length = 0
  collector.answerWith(200)
})

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${service.app.listeningOrigin}${path}`, { headers })
const spansOf = (count: number) => vi.waitUntil(() => collector.spans.length >= count && collector.spans)
const logged = async (message: string) => vi.waitUntil(() => log.read().find((line) => line.msg === message))

describe('with a collector', () => {
  beforeEach(() => start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }))

  test('a request becomes a span of its incoming trace', async () => {
    const reply = await get('/things/secret-id?email=ada@example.org', {
      traceparent: `00-${traceId}-${spanId}-01`,
    })
    const { traceparent, requestId } = (await reply.json()) as Record<string, string>
    const [span] = await spansOf(1)
    expect(span).toMatchObject({
      service: 'test',
      traceId,
      parentSpanId: spanId,
      name: 'GET /things/:id',
      kind: 'server',
      hasFailed: false,
    })
    expect(span?.attributes).toEqual({
      'http.request.method': 'GET',
      'http.route': '/things/:id',
      'http.response.status_code': 200,
      'http.response.header.x-request-id': [requestId],
      'network.protocol.version': '1.1',
      'url.scheme': 'http',
    })
    expect(traceparent).toBe(`00-${traceId}-${span?.spanId}-01`)
    expect(await logged('seen')).toMatchObject({ requestId, traceId })
    expect(JSON.stringify(collector.spans)).not.toMatch(/secret-id|ada@/)
  })

  test('without a valid incoming trace, a request starts its own', async () => {
    await get('/things/1')
    await get('/things/1', { traceparent: `00-${'0'.repeat(32)}-${spanId}-01` })
    const spans = await spansOf(2)
    expect(spans.map((span) => span.parentSpanId)).toEqual(['', ''])
    expect(new Set(spans.map((span) => span.traceId)).size).toBe(2)
    expect(await logged('seen')).toMatchObject({ traceId: spans[0]?.traceId })
  })

  test('marks spans as failed for server errors, not for client errors', async () => {
    await get('/failing')
    await get('/away')
    await get('/nowhere')
    const spans = await spansOf(3)
    expect(
      spans.map(({ name, hasFailed, attributes }) => [name, hasFailed, attributes['error.type']]),
    ).toEqual([
      ['GET /failing', true, '500'],
      ['GET /away', true, '503'],
      ['GET', false, undefined],
    ])
  })

  test("skips health and metrics, and requests whose caller doesn't record", async () => {
    await get('/livez')
    await get('/metrics')
    await get('/things/1', { traceparent: `00-${traceId}-${spanId}-00` })
    await get('/nowhere')
    expect((await spansOf(1)).map(({ name }) => name)).toEqual(['GET'])
  })
})

test('a collector that rejects spans or is down affects no request, and is logged once', async () => {
  collector.answerWith(400)
  await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  expect((await get('/things/1')).status).toBe(200)
  await logged('spans could not be exported')
  await get('/things/2')
  await service.app.close()
  await start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })
  expect((await get('/things/1')).status).toBe(200)
})

test('closing sends the remaining spans', async () => {
  await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '600000' })
  await get('/things/1')
  await service.app.close()
  expect(collector.spans.map(({ name }) => name)).toEqual(['GET /things/:id'])
})

test('the environment can override the service name and add attributes', async () => {
  vi.stubEnv('OTEL_SERVICE_NAME', 'shop-door')
  vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment.name=trial')
  await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  vi.unstubAllEnvs()
  await get('/things/1')
  const [span] = await spansOf(1)
  expect(span?.resource).toMatchObject({
    'service.name': 'shop-door',
    'service.namespace': 'rehearse',
    'deployment.environment.name': 'trial',
  })
})

test.each([
  ['always_off', '', 0],
  ['traceidratio', '0', 0],
  ['parentbased_always_off', '', 1],
  ['parentbased_traceidratio', '0', 1],
  ['always_on', '', 2],
])('sampler %s with argument "%s" records as configured', async (sampler, part, kept) => {
  await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER: sampler,
    ...(part && { OTEL_TRACES_SAMPLER_ARG: part }),
  })
  await get('/things/1', { traceparent: `00-${traceId}-${spanId}-01` })
  await get('/things/1')
  await service.app.close()
  expect(collector.spans).toHaveLength(kept)
})

test.each([
  ['always_on', '', 2],
  ['parentbased_always_on', '', 2],
  ['parentbased_always_off', '', 0],
  ['parentbased_traceidratio', '0', 0],
  ['traceidratio', '1', 2],
])('sampler %s with argument "%s" ignores callers that are not trusted', async (sampler, part, kept) => {
  await start(
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_TRACES_SAMPLER: sampler,
      ...(part && { OTEL_TRACES_SAMPLER_ARG: part }),
    },
    { trustTraceparent: false },
  )
  for (const flags of ['00', '01'])
    await get('/things/1', { traceparent: `00-${traceId}-${spanId}-${flags}` })
  await service.app.close()
  expect(collector.spans.map((span) => [span.traceId, span.parentSpanId])).toEqual(
    Array.from({ length: kept }, () => [traceId, spanId]),
  )
})

describe('without a collector', () => {
  beforeEach(() => start({}))

  test('passes on and logs a trace without recording it', async () => {
    const given = `00-${traceId}-${spanId}-01`
    const reply = await get('/things/1', { traceparent: given })
    expect(await reply.json()).toMatchObject({ traceparent: given })
    expect(await logged('seen')).toMatchObject({ traceId })
    expect(service.tracing).toBeNull()
  })

  test('logs a request without a trace under an id valid as a trace id', async () => {
    const { requestId } = (await (await get('/things/1')).json()) as { requestId: string }
    expect(await logged('seen')).toMatchObject({ requestId, traceId: requestId.replaceAll('-', '') })
  })
})
