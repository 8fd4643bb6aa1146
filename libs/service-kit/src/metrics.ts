import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Outcome } from './consumer.ts'

/** A registry of its own per service, so that several can live in one process (tests, OpenAPI generation). */
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
    // The pattern, never the address: ids in labels would make a series each.
    const route = request.routeOptions.url ?? 'unknown'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
}

/** @returns counts what becomes of a consumer's deliveries */
export function countOutcomes(registry: Registry): (consumer: string) => (outcome: Outcome) => void {
  const counter = new Counter({
    name: 'messages_delivered_total',
    help: 'Messages delivered to a consumer, by what became of them: handled, delayed (to come again) or parked',
    labelNames: ['consumer', 'outcome'],
    registers: [registry],
  })
  return (consumer) => {
    // There from the beginning: an alert on a rate doesn't see a series that begins at one.
    counter.inc({ consumer, outcome: 'parked' }, 0)
    return (outcome) => counter.inc({ consumer, outcome })
  }
}

/** @returns hears how many items a group commit wrote together; as `onBatch` of its options */
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

/** `/metrics`, in Prometheus' format. */
export function serveMetrics(app: FastifyInstance, registry: Registry): void {
  app.get(
    '/metrics',
    { config: { access: 'inner' }, schema: { hide: true }, logLevel: 'warn' },
    async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()),
  )
}
