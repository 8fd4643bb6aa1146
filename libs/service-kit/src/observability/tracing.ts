import { z } from 'zod'

/** Span attributes, named by OpenTelemetry's semantic conventions. They never contain personal data. */
export type Attributes = Readonly<Record<string, string | number | readonly string[]>>

export interface NewSpan {
  /** One of few: no ids. */
  name: string
  kind: 'server' | 'client' | 'producer' | 'consumer'
  /** The `traceparent` of what caused it; without one it begins a trace. */
  parent: string | undefined
  attributes: Attributes
}

/** A piece of work on its way, as the trace will show it. */
export interface Span {
  /** Names it to the services called on its behalf. */
  readonly traceparent: string
  end(attributes?: Attributes): void
  /** Ends it as failed. @param type one of few, such as an error's code or a status */
  fail(type: string, attributes?: Attributes): void
}

/** A unit of work that was done and measured elsewhere. */
export interface MeasuredSpan extends Omit<NewSpan, 'parent'> {
  /** Who did it, as traces call it. */
  service: string
  /** Where it is in its trace: what it sent as `traceparent`. */
  traceparent: string
  /** Milliseconds since 1970. */
  startedAt: number
  /** Milliseconds. */
  duration: number
  hasFailed: boolean
}

/** Records what happens where, and sends it to the collector; never in the way of what happens. */
export interface Tracing {
  begin(span: NewSpan): Span
  /** Sends what others have measured along with our own. */
  record(span: MeasuredSpan): void
  /** Sends what is still here; soon, also where the collector is away. */
  close(): Promise<void>
}

const address = z.url({ protocol: /^https?$/ })

/**
 * The variables of OpenTelemetry that we read ourselves, by its names and with its defaults. What else there is
 * (`OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES`, `OTEL_EXPORTER_OTLP_HEADERS`, `…_TIMEOUT`, `…_COMPRESSION`,
 * `…_CERTIFICATE`) is read by its own packages.
 */
export const tracingConfig = z.object({
  OTEL_EXPORTER_OTLP_ENDPOINT: address
    .optional()
    .describe('a collector (OTLP over HTTP, protobuf); without one nothing is traced'),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address
    .optional()
    .describe('where the collector takes traces, if not at `v1/traces` below its address'),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .literal('http/protobuf')
    .default('http/protobuf')
    .describe('the only protocol there is'),
  OTEL_SDK_DISABLED: z.enum(['true', 'false']).default('false').describe('`true` switches tracing off'),
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
    .describe('which traces are recorded'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('the share of traces that the ratio samplers record'),
  OTEL_BSP_SCHEDULE_DELAY: z.coerce
    .number()
    .int()
    .min(1)
    .default(5_000)
    .describe('milliseconds between two exports'),
})
export type TracingConfig = z.infer<typeof tracingConfig>
