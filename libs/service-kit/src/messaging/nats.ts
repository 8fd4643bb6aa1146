import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect, type NatsConnection, PermissionViolationError } from '@nats-io/transport-node'
import { type StreamOwner, streams } from '@rehearse/contracts'
import type { FastifyBaseLogger } from 'fastify'
import { retryUntilDone } from '../jobs/background-work.ts'
import { delay } from '../jobs/delay.ts'

/**
 * A connection that outlives its server: it is established in the background and re-established whenever it breaks.
 */
export interface Nats {
  /** Starts to connect, and retries until it succeeds. */
  start(): void
  /** Resolves once the first connection is established. */
  connection: Promise<NatsConnection>
  /** The connection if it is established or about to be; rejects otherwise, including before the first connection. */
  connected(): Promise<NatsConnection>
  /** The service's name on the connection. */
  name: string
  /** How many servers store each stream. */
  replicas: number
  /** The JetStream client, once connected. */
  jetstream(): Promise<JetStreamClient>
  manager(): Promise<JetStreamManager>
  /**
   * Adds a listener for reconnects. The server may have lost its state about this client by then.
   * @returns removes the listener
   */
  onReconnect(listener: () => void): () => void
  /** Resolves while the server responds. */
  check(): Promise<void>
  /** Sends buffered messages, ends subscriptions and closes; returns soon even if the server is down. */
  close(): Promise<void>
}

export interface NatsOptions {
  url: string
  /** Shown in the server's list of connections; also the prefix of the inbox, which no other service may read. */
  name: string
  replicas: number
  log: FastifyBaseLogger
  /** The stream that this service publishes to; created or updated once connected. */
  owns?: StreamOwner
}

/** How long (ms) closing waits for buffered messages if the server is down. */
const drainTimeout = 1_000

export function openNats(options: NatsOptions): Nats {
  const { url, name, replicas, log, owns } = options
  const closing = new AbortController()
  const { signal } = closing
  const { promise: connection, resolve, reject } = Promise.withResolvers<NatsConnection>()
  // A caller that awaits it gets the error; unawaited it must not end the process.
  connection.catch(() => {})
  const listeners = new Set<() => void>()
  let open: NatsConnection | null = null

  const prepareStream = async (nc: NatsConnection) => {
    if (owns === undefined) return
    // JetStream may become available later than its server: a cluster has to elect a leader first.
    const prepare = async () => {
      try {
        await ensureStream(await jetstreamManager(nc), owns, replicas)
      } catch (error) {
        if (!(error instanceof StreamDiffers)) throw error
        log.warn(
          { err: error },
          'using the existing configuration of the stream: npm run ops -- streams updates it',
        )
      }
    }
    await retryUntilDone(`stream of ${owns}`, prepare, { log, signal })
  }
  const followStatus = async (nc: NatsConnection) => {
    for await (const status of nc.status()) {
      if (status.type === 'disconnect') log.warn('lost the connection to NATS')
      if (status.type === 'error') log.warn({ err: status.error }, 'NATS reports an error')
      if (status.type !== 'reconnect') continue
      log.info('reconnected to NATS')
      // The server may have restarted without its data.
      prepareStream(nc).catch(() => {})
      for (const listener of listeners) listener()
    }
  }
  const begin = async () => {
    const nc = await retryUntilDone('NATS', () => connectOnce(url, name, signal), { log, signal })
    open = nc
    void followStatus(nc)
    await prepareStream(nc)
    return nc
  }
  return {
    start: () => void begin().then(resolve, reject),
    connection,
    connected: () => connectedSoon(connection),
    name,
    replicas,
    jetstream: async () => jetstream(await connection),
    manager: async () => jetstreamManager(await connection),
    onReconnect: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    check: () => checkConnection(connection),
    close: async () => {
      const closed = new Error('closed')
      closing.abort(closed)
      reject(closed)
      if (open === null) return
      await Promise.race([open.drain().catch(() => {}), delay(drainTimeout)])
      await open.close()
    },
  }
}

async function connectOnce(url: string, name: string, closing: AbortSignal): Promise<NatsConnection> {
  const nc = await connect({
    ...natsServers(url),
    name,
    inboxPrefix: `_INBOX.${name}`,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    timeout: 2_000,
    // A server that is cut off doesn't close the connection: after three pings without a reply, the client tries
    // another one.
    pingInterval: 3_000,
    maxPingOut: 2,
  })
  // Closed while connecting: no one else can close this connection.
  if (closing.aborted) await nc.close()
  return nc
}

async function connectedSoon(ready: Promise<NatsConnection>): Promise<NatsConnection> {
  const nc = await Promise.race([ready, delay(500).then(() => null)])
  if (nc === null) throw new Error('not connected')
  return nc
}

async function checkConnection(ready: Promise<NatsConnection>): Promise<void> {
  const nc = await connectedSoon(ready)
  const answered = await Promise.race([nc.flush().then(() => true), delay(1_000).then(() => false)])
  if (!answered) throw new Error('does not respond')
}

/** The stream exists with another configuration, which only an operator may change. */
class StreamDiffers extends Error {}

/**
 * Creates a stream with file storage and unlimited retention, so that a new consumer can replay it from the first
 * message.
 * @throws {StreamDiffers}
 */
export async function ensureStream(
  manager: JetStreamManager,
  owner: StreamOwner,
  replicas: number,
): Promise<void> {
  const { name, subjects } = streams[owner]
  const config = { name, subjects: [...subjects], num_replicas: replicas, storage: 'file' as const }
  try {
    await manager.streams.add(config)
  } catch (addFailed) {
    // It exists with another configuration.
    await manager.streams
      .update(name, { subjects: config.subjects, num_replicas: replicas })
      .catch((error: unknown) => {
        const mayNot = error instanceof Error && error.cause instanceof PermissionViolationError
        throw mayNot ? new StreamDiffers(`stream ${name}`, { cause: addFailed }) : addFailed
      })
  }
}

/** Connection options of the NATS client: server addresses and credentials. */
interface NatsServers {
  servers: string[]
  user?: string
  pass?: string
}

/**
 * @param url `nats://host:port` of each server, separated by commas; the first may include a user and a password,
 *   which apply to all of them
 */
export function natsServers(url: string): NatsServers {
  const addresses = url.split(',')
  const [, user, pass] = userInfo.exec(addresses[0] ?? '') ?? []
  return {
    servers: addresses.map((address) => address.replace(userInfo, '')),
    ...(user && pass && { user: decodeURIComponent(user), pass: decodeURIComponent(pass) }),
  }
}

/** User and password, between the scheme and the host. */
const userInfo = /(?<=^[a-z]+:\/\/)([^:@/]+):([^@/]*)@/i
