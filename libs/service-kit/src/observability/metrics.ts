import { type StreamOwner, streams } from '@rehearse/contracts'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../database/database.ts'
import { delay } from '../jobs/delay.ts'
import type { Outcome } from '../messaging/consumer.ts'
import { countDeadLetters } from '../messaging/dead-letters.ts'
import type { MessagingTables } from '../messaging/messaging-tables.ts'
import type { Nats } from '../messaging/nats.ts'
import type { RelaySource } from '../messaging/relay.ts'

export type { Registry }

/** A separate registry per service, so that several services can run in one process (tests, OpenAPI generation). */
export function createMetrics(service: string): Registry {
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  collectDefaultMetrics({ register: registry })
  return registry
}

/** Measures the duration of every request by method, route and status. */
export function observeRequests(app: FastifyInstance, registry: Registry): void {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its reply',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    // The pattern, never the URL: an id in a label would create a series each.
    const route = request.routeOptions.url ?? 'unknown'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
}

/** @returns counts the delivery outcomes of a consumer */
export function countOutcomes(registry: Registry): (consumer: string) => (outcome: Outcome) => void {
  const counter = new Counter({
    name: 'messages_delivered_total',
    help: 'Messages delivered to a consumer, by what became of them: handled, delayed (to come again) or parked (dead-lettered)',
    labelNames: ['consumer', 'outcome'],
    registers: [registry],
  })
  return (consumer) => {
    // Created with 0: an alert on a rate misses a series that starts at 1.
    counter.inc({ consumer, outcome: 'parked' }, 0)
    return (outcome) => counter.inc({ consumer, outcome })
  }
}

/** @returns creates the `onBatch` option of a group commit, which records how many items are written together */
export function countBatches(registry: Registry): (group: string) => (size: number) => void {
  const sizes = new Histogram({
    name: 'group_commit_batch_size',
    help: 'Items written in one transaction',
    labelNames: ['group'],
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
    registers: [registry],
  })
  return (group) => (size) => sizes.observe({ group }, size)
}

/** `/metrics`, in Prometheus format. */
export function serveMetrics(app: FastifyInstance, registry: Registry): void {
  app.get(
    '/metrics',
    { config: { access: 'inner' }, schema: { hide: true }, logLevel: 'warn' },
    async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()),
  )
}

/** Pool connections: in use, idle, and how many requests wait for one. */
export function observePools(registry: Registry, pools: Readonly<Record<string, Pool>>): void {
  const all = Object.entries(pools)
  gaugeOnScrape(
    registry,
    {
      name: 'db_pool_connections',
      help: 'Open connections of a pool, by state',
      labelNames: ['pool', 'state'],
    },
    () =>
      all.flatMap(([pool, { totalCount, idleCount }]) => [
        [{ pool, state: 'idle' }, idleCount],
        [{ pool, state: 'used' }, totalCount - idleCount],
      ]),
  )
  gaugeOnScrape(
    registry,
    { name: 'db_pool_waiting', help: 'Callers that wait for a connection of a pool', labelNames: ['pool'] },
    () => all.map(([pool, { waitingCount }]) => [{ pool }, waitingCount]),
  )
}

/** Dead-lettered work that waits for an operator. */
export function observeDeadLetters<Tables extends MessagingTables>(
  registry: Registry,
  { db }: Database<Tables>,
): void {
  gaugeOnScrape(
    registry,
    { name: 'messages_parked', help: 'Messages and other work put aside for good', labelNames: [] },
    async () => [[{}, await countDeadLetters(db)]],
  )
}

/** Events that are committed but not published yet; the same value in all replicas. */
export function observeRelays(registry: Registry, sources: Readonly<Record<string, RelaySource>>): void {
  gaugeOnScrape(
    registry,
    {
      name: 'relay_messages_waiting',
      help: 'Messages committed and not yet published',
      labelNames: ['relay'],
    },
    () =>
      Promise.all(
        Object.entries(sources).map(async ([relay, source]) => [{ relay }, await source.waiting()] as const),
      ),
  )
}

/** How far a durable consumer is behind its stream, as reported by JetStream; the same value in all replicas. */
export function observeConsumers(
  registry: Registry,
  nats: Nats,
  consumers: () => readonly { name: string; from: StreamOwner }[],
): void {
  gaugeOnScrape(
    registry,
    {
      name: 'consumer_messages_waiting',
      help: 'Messages of a stream that its consumer has not acknowledged yet',
      labelNames: ['consumer'],
    },
    async () => {
      const manager = await nats.manager()
      return Promise.all(
        consumers().map(async ({ name, from }) => {
          const info = await manager.consumers.info(streams[from].name, name)
          return [{ consumer: name }, info.num_pending + info.num_ack_pending] as const
        }),
      )
    },
  )
}

/** A series' labels, and its current value. */
export type Reading = readonly [labels: Readonly<Record<string, string>>, value: number]

/** How long (ms) reading one gauge may take; other series report a server that is down. */
const timeout = 2_000

/**
 * A gauge that is read on each scrape. If the read fails, the series is left out: an old value would be misleading.
 */
export function gaugeOnScrape(
  registry: Registry,
  { name, help, labelNames }: { name: string; help: string; labelNames: readonly string[] },
  read: () => readonly Reading[] | Promise<readonly Reading[]>,
): void {
  new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    async collect() {
      this.reset()
      const readings = await Promise.race([
        Promise.resolve()
          .then(read)
          .catch(() => []),
        delay(timeout).then(() => []),
      ])
      for (const [labels, value] of readings) this.set(labels, value)
    },
  })
}
