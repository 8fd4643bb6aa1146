import { z } from 'zod'

/** Span attributes, named by OpenTelemetry's semantic conventions. They never contain personal data. */
export type Attributes = Readonly<Record<string, string | number | readonly string[]>>

export interface NewSpan {
  /** From a small set of names: no ids. */
  name: string
  kind: 'server' | 'client' | 'producer' | 'consumer'
  /** The `traceparent` of the cause; without one the span starts a trace. */
  parent: string | undefined
  attributes: Attributes
}

/** A unit of work in progress. */
export interface Span {
  /** Passed to the services called on its behalf. */
  readonly traceparent: string
  end(attributes?: Attributes): void
  /** Ends it as failed. @param type from a small set, such as an error's code or a status */
  fail(type: string, attributes?: Attributes): void
}

/** A unit of work that was done and measured elsewhere. */
export interface MeasuredSpan extends Omit<NewSpan, 'parent'> {
  /** The service that did it, as named in traces. */
  service: string
  /** The span's `traceparent`, as sent to other services. */
  traceparent: string
  /** Milliseconds since the epoch. */
  startedAt: number
  /** Milliseconds. */
  duration: number
  hasFailed: boolean
}

/** Records spans and sends them to the collector, without ever delaying or failing the work. */
export interface Tracing {
  begin(span: NewSpan): Span
  /** Sends spans that others have measured, along with our own. */
  record(span: MeasuredSpan): void
  /** Sends the remaining spans; returns soon even if the collector is down. */
  close(): Promise<void>
}

const address = z.url({ protocol: /^https?$/ })

/**
 * The OpenTelemetry variables that we read ourselves, with its names and defaults. Its own packages read the others
 * (`OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES`, `OTEL_EXPORTER_OTLP_HEADERS`, `…_TIMEOUT`, `…_COMPRESSION`,
 * `…_CERTIFICATE`).
 */
export const tracingConfig = z.object({
  OTEL_EXPORTER_OTLP_ENDPOINT: address
    .optional()
    .describe('URL of a collector (OTLP over HTTP, protobuf); without it, tracing is off'),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address
    .optional()
    .describe('URL for traces, if not `v1/traces` below the collector’s'),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .literal('http/protobuf')
    .default('http/protobuf')
    .describe('protocol of the collector; only this one is supported'),
  OTEL_SDK_DISABLED: z.enum(['true', 'false']).default('false').describe('`true` turns tracing off'),
  OTEL_TRACES_SAMPLER: z
    .enum([
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ])
    .default('parentbased_always_on')
    .describe('sampler that decides which traces are recorded'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('share of traces that the ratio samplers record'),
  OTEL_BSP_SCHEDULE_DELAY: z.coerce
    .number()
    .int()
    .min(1)
    .default(5_000)
    .describe('milliseconds between two exports of spans'),
})
export type TracingConfig = z.infer<typeof tracingConfig>
