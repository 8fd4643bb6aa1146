import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { ServiceFigures, ServiceSetting, StatusReply } from '@rehearse/contracts'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'

/** `/statusz`: what this process is configured with and how it does, for the inner network only; the gateway shows it to admins. */
export function installStatusRoute(app: FastifyInstance, metrics: Registry, config: object): void {
  const settings = describeSettings(config)
  lateness.enable()
  app.get(
    '/statusz',
    { config: { access: 'inner' }, schema: { hide: true }, logLevel: 'warn' },
    async (): Promise<StatusReply> => ({ settings, figures: await readFigures(metrics) }),
  )
}

/** Milliseconds between two looks at how late the event loop is. */
const resolution = 20
/** Beside the one of the metrics: to read that would set it back. */
const lateness = monitorEventLoopDelay({ resolution })

/** Asked for by those who watch a service, and no work of its own. */
const inner: ReadonlySet<string> = new Set(['/livez', '/readyz', '/metrics', '/statusz'])

export async function readFigures(metrics: Registry): Promise<ServiceFigures> {
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
 * Texts that may be told; every other text is only said to be set. Each new setting is listed here or not, so that one which is
 * forgotten stays unsaid. Numbers and switches hold no secrets.
 */
const told: ReadonlySet<string> = new Set([
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

/** Values that stand in a service's source for who tries it out: such a secret counts as none. */
const isDevelopmentDefault = (value: unknown) =>
  typeof value === 'string' && value.startsWith('rehearse-') && value.endsWith('-not-for-production')

/** What a service is configured with, by name, as far as an admin may know it. */
export function describeSettings(config: object): ServiceSetting[] {
  return Object.entries(config)
    .map(([name, value]: [string, unknown]) => ({
      name,
      isSet: value !== undefined && !isDevelopmentDefault(value),
      value: tell(name, value),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

function tell(name: string, value: unknown): string | null {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && told.has(name) ? value : null
}
