import {
  type Context,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
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
import { samplerOf } from './sampler.ts'
import { parseTraceparent, toTraceparent } from './traceparent.ts'
import type { Attributes, NewSpan, Span, Tracing } from './tracing.ts'
import type { TracingConfig } from './tracing-config.ts'

export interface OpenTelemetryOptions {
  service: string
  /** Where traces are sent, as OTLP over HTTP. */
  collector: string
  config: TracingConfig
  log: Pick<FastifyBaseLogger, 'warn' | 'debug'>
}

/** Milliseconds that closing waits for the collector to take the last spans. */
const patience = 2_000

/**
 * OpenTelemetry's SDK behind our interface. Parents are named, not looked up: what runs in which request is known to
 * our own context, and no module has to be patched.
 */
export function openTelemetry({ service, collector, config, log }: OpenTelemetryOptions): Tracing {
  const failures = new FailureLog(log)
  setGlobalErrorHandler((error) => failures.failed(errorOf(error), 'spans could not be exported'))
  const provider = new TracerProvider({
    sampler: samplerOf(config),
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': service, 'service.namespace': 'rehearse' }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: collector }),
        scheduledDelayMillis: config.OTEL_BSP_SCHEDULE_DELAY,
      }),
    ],
  })
  const tracer = provider.getTracer('rehearse')
  return {
    begin: ({ name, kind, parent, attributes }) =>
      asSpan(tracer.startSpan(name, { kind: kinds[kind], attributes: { ...attributes } }, contextOf(parent))),
    close: async () => {
      const closed = provider.shutdown().catch((error: unknown) => {
        failures.failed(errorOf(error), 'the last spans could not be exported')
      })
      await Promise.race([closed, delay(patience)])
    },
  }
}

const kinds: Readonly<Record<NewSpan['kind'], SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
}

function contextOf(traceparent: string | undefined): Context {
  const parent = parseTraceparent(traceparent)
  if (parent === undefined) return ROOT_CONTEXT
  const { traceId, spanId, flags } = parent
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: flags, isRemote: true })
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
