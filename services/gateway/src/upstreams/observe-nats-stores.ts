import { gaugeAtScrape, type Reading, type Registry } from '@rehearse/service-kit/observability/metrics'
import { z } from 'zod'

const storeReply = z.object({ storage: z.number(), config: z.object({ max_storage: z.number() }) })

/** Milliseconds. Less than a scrape waits for all: a server that hangs is left out alone. */
const patience = 1_000

/**
 * How full the stores of NATS are, by each server's own word: a client hears what is used, and not of how much.
 * @param monitors where the servers are asked; none: it isn't told
 */
export function observeNatsStores(registry: Registry, monitors: readonly string[]): void {
  if (monitors.length === 0) return
  gaugeAtScrape(
    registry,
    {
      name: 'nats_store_bytes',
      help: 'What a NATS server may keep in its streams: all of it, and what is free of that',
      labelNames: ['server', 'state'],
    },
    async () => {
      const asked = await Promise.allSettled(monitors.map(askMonitor))
      return asked.flatMap((store) => (store.status === 'fulfilled' ? store.value : []))
    },
  )
}

async function askMonitor(monitor: string): Promise<Reading[]> {
  const reply = await fetch(`${monitor}/jsz`, { signal: AbortSignal.timeout(patience) })
  const { storage, config } = storeReply.parse(await reply.json())
  const server = new URL(monitor).host
  return [
    [{ server, state: 'all' }, config.max_storage],
    [{ server, state: 'free' }, config.max_storage - storage],
  ]
}
