import { type StreamOwner, streams } from '@rehearse/contracts'
import type { Pool } from 'pg'
import type { Registry } from 'prom-client'
import type { Database } from './database.ts'
import { gaugeAtScrape } from './gauge-at-scrape.ts'
import type { MessagingTables } from './messaging-tables.ts'
import type { Nats } from './nats.ts'
import { countParked } from './parked-messages.ts'
import type { RelaySource } from './relay.ts'

/** Connections of pools: in use, lying idle, and how many requests wait for one. */
export function observePools(registry: Registry, pools: Readonly<Record<string, Pool>>): void {
  const all = Object.entries(pools)
  gaugeAtScrape(
    registry,
    {
      name: 'db_pool_connections',
      help: 'Open connections of a pool, by state',
      labelNames: ['pool', 'state'],
    },
    () =>
      all.flatMap(([pool, { totalCount, idleCount }]) => [
        [{ pool, state: 'idle' }, idleCount],
        [{ pool, state: 'used' }, totalCount - idleCount],
      ]),
  )
  gaugeAtScrape(
    registry,
    { name: 'db_pool_waiting', help: 'Callers that wait for a connection of a pool', labelNames: ['pool'] },
    () => all.map(([pool, { waitingCount }]) => [{ pool }, waitingCount]),
  )
}

/** What has been put aside and waits for somebody to look at it. */
export function observeParked<Tables extends MessagingTables>(
  registry: Registry,
  { db }: Database<Tables>,
): void {
  gaugeAtScrape(
    registry,
    { name: 'messages_parked', help: 'Messages and other work put aside for good', labelNames: [] },
    async () => [[{}, await countParked(db)]],
  )
}

/** What is committed and not published yet. All replicas see the same. */
export function observeRelays(registry: Registry, sources: Readonly<Record<string, RelaySource>>): void {
  gaugeAtScrape(
    registry,
    {
      name: 'relay_messages_waiting',
      help: 'Messages committed and not yet published',
      labelNames: ['relay'],
    },
    () =>
      Promise.all(
        Object.entries(sources).map(async ([relay, source]) => [{ relay }, await source.waiting()] as const),
      ),
  )
}

/** How far a durable consumer is behind its stream, by the word of JetStream. All replicas see the same. */
export function observeConsumers(
  registry: Registry,
  nats: Nats,
  consumers: () => readonly { name: string; from: StreamOwner }[],
): void {
  gaugeAtScrape(
    registry,
    {
      name: 'consumer_messages_waiting',
      help: 'Messages of a stream that its consumer has not acknowledged yet',
      labelNames: ['consumer'],
    },
    async () => {
      const manager = await nats.manager()
      return Promise.all(
        consumers().map(async ({ name, from }) => {
          const info = await manager.consumers.info(streams[from].name, name)
          return [{ consumer: name }, info.num_pending + info.num_ack_pending] as const
        }),
      )
    },
  )
}
