import {
  type Context,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  type SpanContext,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { setGlobalErrorHandler } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { FastifyBaseLogger } from 'fastify'
import { delay } from '../delay.ts'
import { FailureLog } from '../failure-log.ts'
import { readableSpan } from './measured-span.ts'
import { samplerOf } from './sampler.ts'
import { spanKinds } from './span-kinds.ts'
import { parseTraceparent, toTraceparent } from './traceparent.ts'
import type { Attributes, Span, Tracing } from './tracing.ts'
import type { TracingConfig } from './tracing-config.ts'

export interface OpenTelemetryOptions {
  service: string
  /** Where traces are sent, as OTLP over HTTP. */
  collector: string
  config: TracingConfig
  /** Whether callers decide by their `traceparent` what is recorded. */
  trustsCallers: boolean
  log: Pick<FastifyBaseLogger, 'warn' | 'debug'>
}

/** Milliseconds that closing waits for the collector to take the last spans. */
const patience = 2_000
/** Spans that others have measured and that wait to be sent; more are dropped. */
const measuredQueue = 512

/**
 * OpenTelemetry's SDK behind our interface. Parents are named, not looked up: what runs in which request is known to
 * our own context, and no module has to be patched.
 */
export function openTelemetry(options: OpenTelemetryOptions): Tracing {
  const { service, collector, config, trustsCallers, log } = options
  const failures = new FailureLog(log)
  setGlobalErrorHandler((error) => failures.failed(errorOf(error), 'spans could not be exported'))
  const sending = (maxQueueSize?: number) =>
    new BatchSpanProcessor({
      exporter: new OTLPTraceExporter({ url: collector }),
      scheduledDelayMillis: config.OTEL_BSP_SCHEDULE_DELAY,
      ...(maxQueueSize !== undefined && { maxQueueSize, maxExportBatchSize: maxQueueSize }),
    })
  const surroundings = detectResources({ detectors: [envDetector] })
  const named = (name: string) =>
    resourceFromAttributes({ 'service.name': name, 'service.namespace': 'rehearse' })
  const provider = new TracerProvider({
    sampler: samplerOf(config, { trustsCallers }),
    resource: defaultResource().merge(named(service)).merge(surroundings),
    spanProcessors: [sending()],
  })
  // However many others send, they push none of our own out.
  const measured = sending(measuredQueue)
  const tracer = provider.getTracer('rehearse')
  return {
    begin: ({ name, kind, parent, attributes }) =>
      asSpan(
        tracer.startSpan(
          name,
          { kind: spanKinds[kind], attributes: { ...attributes } },
          // Only these two are caused by somebody else.
          contextOf(parent, kind === 'server' || kind === 'consumer'),
        ),
      ),
    record: (span) => {
      const place = placeOf(span.traceparent, false)
      if (place) measured.onEnd(readableSpan(span, place, surroundings.merge(named(span.service))))
    },
    close: async () => {
      const closed = Promise.all([provider.shutdown(), measured.shutdown()]).catch((error: unknown) => {
        failures.failed(errorOf(error), 'the last spans could not be exported')
      })
      await Promise.race([closed, delay(patience)])
    },
  }
}

function contextOf(traceparent: string | undefined, isRemote: boolean): Context {
  const parent = placeOf(traceparent, isRemote)
  return parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT
}

function placeOf(traceparent: string | undefined, isRemote: boolean): SpanContext | undefined {
  const place = parseTraceparent(traceparent)
  return place && { traceId: place.traceId, spanId: place.spanId, traceFlags: place.flags, isRemote }
}

function asSpan(span: OtelSpan): Span {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return {
    traceparent: toTraceparent({ traceId, spanId, flags: traceFlags }),
    end: (attributes) => {
      set(span, attributes)
      span.end()
    },
    fail: (type, attributes) => {
      set(span, { ...attributes, 'error.type': type })
      span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}

function set(span: OtelSpan, attributes: Attributes | undefined): void {
  if (attributes !== undefined)
    span.setAttributes({ ...attributes } as Parameters<OtelSpan['setAttributes']>[0])
}

/** It hands over whatever was thrown, also a text. */
const errorOf = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))
