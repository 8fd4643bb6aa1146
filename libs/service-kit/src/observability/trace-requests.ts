import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { takeTraceparent } from './request-context.ts'
import type { Tracing, TracingConfig } from './tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The `traceparent` that calls made for this request send; null without tracing. */
    traceparent: string | null
  }
}

/**
 * Tracing, if a collector is configured. Otherwise OpenTelemetry isn't even loaded.
 * @param service its name in traces, unless OTEL_SERVICE_NAME overrides it
 * @param trustsCallers whether the caller's `traceparent` decides if a trace is recorded
 */
export async function openTracing(
  service: string,
  config: TracingConfig,
  log: Pick<FastifyBaseLogger, 'warn' | 'debug'>,
  { trustsCallers = true }: { trustsCallers?: boolean } = {},
): Promise<Tracing | null> {
  const collector = collectorOf(config)
  if (collector === undefined || config.OTEL_SDK_DISABLED === 'true') return null
  const { openTelemetry } = await import('./open-telemetry.ts')
  return openTelemetry({ service, collector, config, trustsCallers, log })
}

function collectorOf(config: TracingConfig): string | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces } = config
  return traces ?? (base && `${base.replace(/\/$/, '')}/v1/traces`)
}

/** Methods allowed in a span name; callers can invent others. */
const known = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT'])

/**
 * Continues the trace that a request belongs to, and creates a span for it where traces are recorded. The span has
 * the route but not the path and query, which can contain ids, addresses and one-time tokens.
 */
export function traceRequests(app: FastifyInstance, tracing: Tracing | null): void {
  app.decorateRequest('traceparent', null)
  app.addHook('onRequest', (request, reply, done) => {
    const parent = takeTraceparent(request.headers.traceparent)
    const isTraced = tracing !== null && request.routeOptions.config.access !== 'inner'
    request.traceparent = (isTraced ? spanOf(request, reply, tracing, parent) : parent) ?? null
    done()
  })
}

/** @returns its traceparent */
function spanOf(
  request: FastifyRequest,
  reply: FastifyReply,
  tracing: Tracing,
  parent: string | undefined,
): string {
  const method = known.has(request.method) ? request.method : '_OTHER'
  const route = request.routeOptions.url
  const span = tracing.begin({
    name: [method === '_OTHER' ? 'HTTP' : method, route].filter(Boolean).join(' '),
    kind: 'server',
    parent,
    attributes: {
      'http.request.method': method,
      ...(route !== undefined && { 'http.route': route }),
      'url.scheme': request.protocol,
      'network.protocol.version': request.raw.httpVersion,
      'http.response.header.x-request-id': [request.id],
    },
  })
  // Not when the headers are sent: streams end when their reader leaves.
  reply.raw.once('close', () => {
    const status = reply.statusCode
    const attributes = { 'http.response.status_code': status }
    if (status >= 500) span.fail(String(status), attributes)
    else span.end(attributes)
  })
  return span.traceparent
}
