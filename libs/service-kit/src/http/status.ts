import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { ServiceMetrics, ServiceSetting, StatusReply } from '@rehearse/contracts'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'

/**
 * `/statusz`: the configuration and state of this process, for the internal network only; the gateway shows it to
 * admins.
 */
export function installStatusRoute(app: FastifyInstance, metrics: Registry, config: object): void {
  const settings = describeSettings(config)
  lateness.enable()
  app.get(
    '/statusz',
    { config: { access: 'inner' }, schema: { hide: true }, logLevel: 'warn' },
    async (): Promise<StatusReply> => ({ settings, figures: await readMetrics(metrics) }),
  )
}

/** Sampling interval (ms) of the event loop delay. */
const resolution = 20
/** Separate from the monitor behind the metrics: reading that one would reset it. */
const lateness = monitorEventLoopDelay({ resolution })

/** Monitoring endpoints, not counted as the service's work. */
const inner: ReadonlySet<string> = new Set(['/livez', '/readyz', '/metrics', '/statusz'])

export async function readMetrics(metrics: Registry): Promise<ServiceMetrics> {
  const observed = await valuesOf(metrics, 'http_request_duration_seconds')
  const requests = observed.filter(({ labels }) => !inner.has(String(labels.route)))
  const lag = lateness.percentile(99) / 1e9 - resolution / 1e3
  lateness.reset()
  const sum = (suffix: string, isCounted = (_status: string) => true) =>
    requests
      .filter(({ metricName, labels }) => metricName?.endsWith(suffix) && isCounted(String(labels.status)))
      .reduce((total, { value }) => total + value, 0)
  const answered = sum('_count')
  return {
    startedAt: new Date(Date.now() - process.uptime() * 1000).toISOString(),
    memory: process.memoryUsage.rss(),
    cpuTime: (process.cpuUsage().user + process.cpuUsage().system) / 1e6,
    lag: Number.isFinite(lag) ? Math.max(0, lag) : 0,
    requests: answered,
    failures: sum('_count', (status) => status.startsWith('5')),
    meanTime: answered === 0 ? null : sum('_sum') / answered,
  }
}

interface Value {
  value: number
  labels: Partial<Record<string, string | number>>
  metricName?: string
}

async function valuesOf(metrics: Registry, name: string): Promise<Value[]> {
  const metric = await metrics.getSingleMetric(name)?.get()
  return (metric?.values ?? []) as Value[]
}

/**
 * Text settings whose value may be shown; for all others only whether they are set. An allowlist, so that a new
 * setting stays hidden until it is added. Numbers and booleans hold no secrets.
 */
const publicSettings: ReadonlySet<string> = new Set([
  'ISSUES_REPOSITORY',
  'LOG_LEVEL',
  'MAIL_FROM',
  'MAIL_ORIGIN',
  'MEDIA_STORAGE',
  'NODE_ENV',
  'OTEL_TRACES_SAMPLER',
  'PUBLIC_ORIGIN',
  'RUNNER_ORIGIN',
  'RUNNER_PARENT_ORIGIN',
])

/** Defaults in the source for development: such a secret counts as not set. */
const isDevelopmentDefault = (value: unknown) =>
  typeof value === 'string' && value.startsWith('rehearse-') && value.endsWith('-not-for-production')

/** A service's configuration by name, as far as an admin may see it. */
export function describeSettings(config: object): ServiceSetting[] {
  return Object.entries(config)
    .map(([name, value]: [string, unknown]) => ({
      name,
      isSet: value !== undefined && !isDevelopmentDefault(value),
      value: publicValue(name, value),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

function publicValue(name: string, value: unknown): string | null {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && publicSettings.has(name) ? value : null
}
