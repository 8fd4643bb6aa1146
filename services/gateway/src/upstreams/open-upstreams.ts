import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { delay } from '@rehearse/service-kit'
import type { FastifyBaseLogger } from 'fastify'
import type { GatewayConfig } from '../config.ts'
import { type Upstream as UpstreamName, upstreamNames } from '../routes.ts'
import { probeReadiness } from './fetch-from-replica.ts'
import type { Replica, ReplicaOptions } from './replica.ts'
import { Upstream } from './upstream.ts'

export type Upstreams = Readonly<Record<UpstreamName, Upstream>>

export interface OpenUpstreams {
  upstreams: Upstreams
  /** Closes all connections at once. */
  close(): Promise<void>
}

/** Connections to each service, opened on demand, so that the gateway can start first. */
export async function openUpstreams(config: GatewayConfig, log: FastifyBaseLogger): Promise<OpenUpstreams> {
  const closing = new AbortController()
  const open = async (name: UpstreamName, origins: readonly string[]): Promise<Upstream> => {
    const upstream = new Upstream({ name, concurrency: config.UPSTREAM_CONCURRENCY })
    const timeout = config.UPSTREAM_TIMEOUT
    upstream.setReplicas(await findReplicas(origins, timeout).catch(() => []))
    void watchReplicas(upstream, { origins, timeout, log, stop: closing.signal })
    return upstream
  }
  const [identity, questions, progress, media] = await Promise.all([
    open('identity', config.IDENTITY_URL),
    open('questions', config.QUESTIONS_URL),
    open('progress', config.PROGRESS_URL),
    open('media', config.MEDIA_URL),
  ])
  const upstreams = { identity, questions, progress, media }
  return {
    upstreams,
    close: async () => {
      closing.abort()
      await Promise.all(upstreamNames.map((name) => upstreams[name].close()))
    },
  }
}

/** Milliseconds between two updates of the replicas and their readiness. */
const interval = 1_000

/**
 * Keeps an upstream's replicas up to date until stopped: which exist, by name, and which of several are ready. A
 * single replica isn't asked, since there is no alternative.
 */
async function watchReplicas(
  upstream: Upstream,
  { origins, timeout, log, stop }: WatchOptions,
): Promise<void> {
  while (!stop.aborted) {
    try {
      upstream.setReplicas(await findReplicas(origins, timeout))
    } catch (error) {
      // A temporary resolution failure: known replicas stay.
      log.debug({ upstream: upstream.name, err: error }, 'could not look up replicas')
    }
    if (upstream.replicas.length > 1) await Promise.all(upstream.replicas.map(probeReplica))
    await delay(interval, stop).catch(() => {})
  }
}

interface WatchOptions {
  origins: readonly string[]
  /** Seconds that a replica may take to start a response. */
  timeout: number
  log: FastifyBaseLogger
  stop: AbortSignal
}

async function probeReplica(replica: Replica): Promise<void> {
  replica.isReady = (await probeReadiness(replica)).isReady
}

/**
 * The processes behind addresses from the configuration. A host name represents every address it resolves to, as with
 * containers of one service and Kubernetes' headless services.
 * @param origins `http://host:port`
 */
async function findReplicas(origins: readonly string[], timeout: number): Promise<ReplicaOptions[]> {
  const found = await Promise.all(origins.map(addressesOf))
  return found.flat().map((replica) => ({ ...replica, timeout }))
}

async function addressesOf(origin: string): Promise<Omit<ReplicaOptions, 'timeout'>[]> {
  const { protocol, hostname, port, host } = new URL(origin)
  if (protocol === 'https:' || isIP(hostname.replace(/^\[|\]$/g, '')) > 0) return [{ address: origin, host }]
  const addresses = await lookup(hostname, { all: true })
  return addresses
    .map(({ address, family }) => `http://${family === 6 ? `[${address}]` : address}:${port || 80}`)
    .sort()
    .map((address) => ({ address, host }))
}
