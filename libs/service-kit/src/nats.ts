import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { type StreamOwner, streams } from '@rehearse/contracts'
import type { FastifyBaseLogger } from 'fastify'
import { delay } from './delay.ts'

/** A connection that outlives its server: it is made in the background and made again whenever it breaks. */
export interface Nats {
  /** Begins to connect, and goes on until it has. */
  start(): void
  /** Resolves once the first connection stands. */
  connection: Promise<NatsConnection>
  /** The JetStream client, once connected. */
  jetstream(): Promise<JetStreamClient>
  manager(): Promise<JetStreamManager>
  /** Resolves while the server answers. */
  check(): Promise<void>
  /** Sends what is buffered, ends subscriptions, closes. */
  close(): Promise<void>
}

export interface NatsOptions {
  url: string
  /** Shown in the server's list of connections. */
  name: string
  replicas: number
  log: FastifyBaseLogger
  /** The stream that this service publishes to; made, or brought up to date, once connected. */
  owns?: StreamOwner
}

export function openNats({ url, name, replicas, log, owns }: NatsOptions): Nats {
  const closing = new AbortController()
  const { promise: connection, resolve, reject } = Promise.withResolvers<NatsConnection>()
  // Whoever awaits it hears of a failure; unawaited it must not end the process.
  connection.catch(() => {})
  let open: NatsConnection | null = null
  return {
    start: () => {
      connectPatiently({ url, name, log, signal: closing.signal })
        .then(async (nc) => {
          open = nc
          if (owns) await ensureStream(await jetstreamManager(nc), owns, replicas)
          return nc
        })
        .then(resolve, reject)
    },
    connection,
    jetstream: async () => jetstream(await connection),
    manager: async () => jetstreamManager(await connection),
    check: () => checkConnection(connection),
    close: async () => {
      closing.abort()
      reject(new Error('closed'))
      await open?.drain().catch(() => open?.close())
    },
  }
}

async function connectPatiently({
  url,
  name,
  log,
  signal,
}: {
  url: string
  name: string
  log: FastifyBaseLogger
  signal: AbortSignal
}): Promise<NatsConnection> {
  for (let attempt = 0; ; attempt += 1) {
    signal.throwIfAborted()
    try {
      const nc = await connect({
        servers: url.split(','),
        name,
        maxReconnectAttempts: -1,
        reconnectTimeWait: 250,
        timeout: 2_000,
      })
      void logStatus(nc, log)
      return nc
    } catch (error) {
      if (attempt === 0) log.warn({ err: error }, 'NATS is not there yet, waiting for it')
      await delay(Math.min(250 * 2 ** attempt, 2_000), signal)
    }
  }
}

async function logStatus(nc: NatsConnection, log: FastifyBaseLogger): Promise<void> {
  for await (const status of nc.status()) {
    if (status.type === 'disconnect') log.warn('lost the connection to NATS')
    if (status.type === 'reconnect') log.info('connected to NATS again')
  }
}

async function checkConnection(ready: Promise<NatsConnection>): Promise<void> {
  const nc = await Promise.race([ready, delay(500).then(() => null)])
  if (nc === null) throw new Error('not connected')
  const answered = await Promise.race([nc.flush().then(() => true), delay(1_000).then(() => false)])
  if (!answered) throw new Error('does not answer')
}

/** File storage, and everything kept: a new consumer can replay a stream from its first message. */
async function ensureStream(manager: JetStreamManager, owner: StreamOwner, replicas: number): Promise<void> {
  const { name, subjects } = streams[owner]
  const config = { name, subjects: [...subjects], num_replicas: replicas, storage: 'file' as const }
  try {
    await manager.streams.add(config)
  } catch (addFailed) {
    // It exists with another configuration.
    await manager.streams.update(name, { subjects: config.subjects, num_replicas: replicas }).catch(() => {
      throw addFailed
    })
  }
}
