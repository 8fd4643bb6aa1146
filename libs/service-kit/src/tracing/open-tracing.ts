import type { FastifyBaseLogger } from 'fastify'
import type { Tracing } from './tracing.ts'
import type { TracingConfig } from './tracing-config.ts'

/**
 * Tracing, where a collector is configured. Elsewhere nothing of OpenTelemetry is even loaded.
 * @param service how traces call it, unless OTEL_SERVICE_NAME says otherwise
 * @param trustsCallers whether they decide by their `traceparent` what is recorded
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
