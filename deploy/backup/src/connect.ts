import { connect as connectNats, type NatsConnection } from '@nats-io/transport-node'
import { natsServers } from '@rehearse/service-kit/messaging/nats'
import pg from 'pg'

/** One connection, closed when the work is done. */
export async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  await using client = await openClient(url)
  return await work(client)
}

/** A connection for an `await using`: what was begun on it is rolled back with it. */
export async function openClient(url: string): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'rehearse-backup',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // A connection that breaks fails the query that waits for it; nothing else has to hear of it.
  client.on('error', () => {})
  await client.connect().catch((cause) => {
    throw new Error(`${whereIs(url)} can't be reached: ${(cause as Error).message}`, { cause })
  })
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end().catch(() => {}) })
}

export async function withNats<Result>(
  url: string,
  work: (connection: NatsConnection) => Promise<Result>,
): Promise<Result> {
  const connection = await connectNats({
    ...natsServers(url),
    name: 'rehearse-backup',
    timeout: 10_000,
  }).catch((cause) => {
    throw new Error(`NATS at ${whereIs(url)} can't be reached: ${(cause as Error).message}`, { cause })
  })
  try {
    return await work(connection)
  } finally {
    await connection.close()
  }
}

/** An address as it may be shown: without whose it is. */
export function whereIs(url: string): string {
  const { host, pathname } = new URL(url.split(',')[0] ?? url)
  return `${host}${pathname}`
}
