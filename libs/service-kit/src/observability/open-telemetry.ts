import {
  type Context,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { millisToHrTime, setGlobalErrorHandler } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import type { Resource } from '@opentelemetry/resources'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import type { ReadableSpan } from '@opentelemetry/sdk-trace'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  RandomIdGenerator,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { FastifyBaseLogger } from 'fastify'
import { FailureLog } from '../jobs/background-work.ts'
import { delay } from '../jobs/delay.ts'
import { parseTraceparent, toTraceparent } from './request-context.ts'
import type { Attributes, MeasuredSpan, NewSpan, Span, Tracing, TracingConfig } from './tracing.ts'

export interface OpenTelemetryOptions {
  service: string
  /** Where traces are sent, as OTLP over HTTP. */
  collector: string
  config: TracingConfig
  /** Whether the caller's `traceparent` decides if a trace is recorded. */
  trustsCallers: boolean
  log: Pick<FastifyBaseLogger, 'warn' | 'debug'>
}

/** How long (ms) closing waits for the collector to accept the last spans. */
const timeout = 2_000
/** How many spans measured elsewhere may be queued; further ones are dropped. */
const measuredQueue = 512

/**
 * OpenTelemetry's SDK behind our interface. Parents are passed explicitly: our own request context knows what runs in
 * which request, so no module has to be patched.
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
  // A separate queue, so that spans of others never displace our own.
  const measured = sending(measuredQueue)
  const tracer = provider.getTracer('rehearse')
  return {
    begin: ({ name, kind, parent, attributes }) =>
      asSpan(
        tracer.startSpan(
          name,
          { kind: spanKinds[kind], attributes: { ...attributes } },
          // Only these two kinds have a remote parent.
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
      await Promise.race([closed, delay(timeout)])
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

/** The SDK passes on whatever was thrown, even a string. */
const errorOf = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

/** A span measured elsewhere, in the SDK's export format. It is the root of its trace. */
function readableSpan(span: MeasuredSpan, place: SpanContext, resource: Resource): ReadableSpan {
  return {
    name: span.name,
    kind: spanKinds[span.kind],
    spanContext: () => place,
    startTime: millisToHrTime(span.startedAt),
    endTime: millisToHrTime(span.startedAt + span.duration),
    duration: millisToHrTime(span.duration),
    ended: true,
    status: { code: span.hasFailed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
    attributes: { ...span.attributes } as ReadableSpan['attributes'],
    links: [],
    events: [],
    resource,
    instrumentationScope: { name: 'rehearse' },
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  }
}

/**
 * Decides which traces are recorded. A `parentbased_…` sampler decides only if the caller hasn't.
 * @param trustsCallers false at the gateway: clients may name a trace but can't decide whether it is recorded
 */
function samplerOf(config: TracingConfig, { trustsCallers }: { trustsCallers: boolean }): Sampler {
  const [, parentBased, name = ''] = /^(parentbased_)?(.*)$/.exec(config.OTEL_TRACES_SAMPLER) ?? []
  const root = rootSampler(name, config.OTEL_TRACES_SAMPLER_ARG)
  if (!trustsCallers) {
    const dice = withOwnDice(root)
    return new ParentBasedSampler({ root, remoteParentSampled: dice, remoteParentNotSampled: dice })
  }
  return parentBased ? new ParentBasedSampler({ root }) : root
}

function rootSampler(name: string, part: number): Sampler {
  if (name === 'always_off') return new AlwaysOffSampler()
  return name === 'traceidratio' ? new TraceIdRatioBasedSampler(part) : new AlwaysOnSampler()
}

/** Samples by an id of our own: a caller could search for a trace id that is always sampled. */
function withOwnDice(sampler: Sampler): Sampler {
  const ids = new RandomIdGenerator()
  return {
    shouldSample: (_context, _traceId, ...rest) =>
      sampler.shouldSample(ROOT_CONTEXT, ids.generateTraceId(), ...rest),
    toString: () => `OwnDice{${sampler}}`,
  }
}

const spanKinds: Readonly<Record<NewSpan['kind'], SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
}
