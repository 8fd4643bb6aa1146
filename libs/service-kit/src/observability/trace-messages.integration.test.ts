import { randomUUID } from 'node:crypto'
import { testNats } from '@rehearse/testing'
import { startTestCollector, type TestCollector } from '@rehearse/testing/test-collector'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { startConsumer } from '../messaging/consumer.ts'
import type { MessagingTables } from '../messaging/messaging-tables.ts'
import { type Nats, openNats } from '../messaging/nats.ts'
import { enqueue, outboxChannel, outboxSource } from '../messaging/outbox.ts'
import { startRelay } from '../messaging/relay.ts'
import { type ServiceDatabase, serviceDatabase } from '../testing/service-database.ts'
import { silentLog as log } from '../testing/silent-log.ts'
import { currentContext, type RequestContext, runInContext } from './request-context.ts'
import { openTracing } from './trace-requests.ts'
import { type Tracing, tracingConfig } from './tracing.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const request = `00-${traceId}-b7ad6b7169203331-01`
const soon = { interval: 20 }
const schema = z.object({ id: z.uuid(), correlationId: z.string().nullable() })

let collector: TestCollector
let database: ServiceDatabase<MessagingTables>
let nats: Nats
const closing: (() => Promise<void>)[] = []
beforeAll(async () => {
  collector = await startTestCollector()
  database = await serviceDatabase('traces')
  nats = openNats({ url: (await testNats()).url, name: 'test', replicas: 1, log, owns: 'media' })
  nats.start()
  await nats.connection
})
afterAll(async () => {
  await nats?.close()
  await database?.close()
  await collector?.close()
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  collector.spans.length = 0
})

/** Sends one message through the outbox and the relay to a consumer. @returns the context it was handled in */
async function sendAndHandle(
  tracing: Tracing | null,
  traceparent?: string,
): Promise<RequestContext | undefined> {
  const name = `traces-${randomUUID()}`
  const subject = `media.${name}`
  const handled: (RequestContext | undefined)[] = []
  const relay = startRelay({
    databaseUrl: database.url,
    name: 'traces-relay',
    channel: outboxChannel,
    source: outboxSource(database.db),
    nats,
    tracing,
    log,
  })
  const consumer = startConsumer<MessagingTables, z.infer<typeof schema>>({
    nats,
    db: database.db,
    tracing,
    log,
    from: 'media',
    name,
    subject,
    schema,
    handle: async () => void handled.push(currentContext()),
  })
  closing.push(relay.stop, consumer.stop)
  await runInContext({ requestId: 'r', correlationId: randomUUID(), traceparent }, () =>
    database.db
      .transaction()
      .execute((trx) => enqueue(trx, [{ subject, type: 'Sent', version: 1, data: {} }])),
  )
  await vi.waitUntil(() => handled.length > 0, soon)
  return handled[0]
}

const openTo = (url: string) =>
  openTracing('test', tracingConfig.parse({ OTEL_EXPORTER_OTLP_ENDPOINT: url }), log)

test('a message is sent and handled in the trace of the request that wrote it', async () => {
  const tracing = await openTo(collector.url)
  const context = await sendAndHandle(tracing, request)
  for (const close of closing.splice(0).reverse()) await close()
  await tracing?.close()
  const sent = collector.spans.find(({ kind }) => kind === 'producer')
  const handled = collector.spans.find(({ kind }) => kind === 'consumer')
  expect(sent).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331', hasFailed: false })
  expect(sent?.name).toMatch(/^publish media\.traces-/)
  expect(sent?.attributes).toMatchObject({ 'messaging.system': 'nats', 'messaging.operation.type': 'send' })
  expect(handled).toMatchObject({ traceId, parentSpanId: sent?.spanId, hasFailed: false })
  expect(handled?.attributes).toMatchObject({
    'messaging.operation.type': 'process',
    'messaging.message.id': sent?.attributes['messaging.message.id'],
  })
  expect(context?.traceparent).toBe(`00-${traceId}-${handled?.spanId}-01`)
})

test("an untraced message doesn't start a trace", async () => {
  const tracing = await openTo(collector.url)
  const context = await sendAndHandle(tracing)
  await tracing?.close()
  expect(context?.traceparent).toBeUndefined()
  expect(collector.spans).toEqual([])
})

test('the trace is passed on even if nothing is recorded', async () => {
  expect((await sendAndHandle(null, request))?.traceparent).toBe(request)
})
