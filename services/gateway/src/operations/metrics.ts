import { gaugeOnScrape, type Reading, type Registry } from '@rehearse/service-kit/observability/metrics'
import { z } from 'zod'
import { upstreamNames } from '../routes.ts'
import type { Upstreams } from '../upstreams/open-upstreams.ts'

const storeReply = z.object({ storage: z.number(), config: z.object({ max_storage: z.number() }) })

/** Milliseconds. Shorter than a scrape's timeout: only a server that hangs is left out. */
const timeout = 1_000

/**
 * How full the NATS stores are, as reported by each server: a client sees the usage, but not the limit.
 * @param monitors the servers' monitoring URLs; without any, nothing is reported
 */
export function observeNatsStores(registry: Registry, monitors: readonly string[]): void {
  if (monitors.length === 0) return
  gaugeOnScrape(
    registry,
    {
      name: 'nats_store_bytes',
      help: 'What a NATS server may keep in its streams: all of it, and what is free of that',
      labelNames: ['server', 'state'],
    },
    async () => {
      const asked = await Promise.allSettled(monitors.map(fetchFromMonitor))
      return asked.flatMap((store) => (store.status === 'fulfilled' ? store.value : []))
    },
  )
}

async function fetchFromMonitor(monitor: string): Promise<Reading[]> {
  const reply = await fetch(`${monitor}/jsz`, { signal: AbortSignal.timeout(timeout) })
  const { storage, config } = storeReply.parse(await reply.json())
  const server = new URL(monitor).host
  return [
    [{ server, state: 'all' }, config.max_storage],
    [{ server, state: 'free' }, config.max_storage - storage],
  ]
}

/** The gateway's view of the services: requests in progress, and whether replicas respond. */
export function observeUpstreams(registry: Registry, upstreams: Upstreams): void {
  gaugeOnScrape(
    registry,
    {
      name: 'upstream_requests_pending',
      help: 'Requests that are with a service',
      labelNames: ['upstream'],
    },
    () => upstreamNames.map((upstream) => [{ upstream }, upstreams[upstream].pending]),
  )
  gaugeOnScrape(
    registry,
    {
      name: 'upstream_replicas',
      help: 'Replicas of a service, by whether requests are sent to them',
      labelNames: ['upstream', 'state'],
    },
    () =>
      upstreamNames.flatMap((upstream) => {
        const { replicas } = upstreams[upstream]
        const away = replicas.filter(({ circuit }) => circuit.isOpen).length
        return [
          [{ upstream, state: 'away' }, away],
          [{ upstream, state: 'there' }, replicas.length - away],
        ]
      }),
  )
}
