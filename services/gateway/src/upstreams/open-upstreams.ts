import type { FastifyBaseLogger } from 'fastify'
import type { GatewayConfig } from '../config.ts'
import { type Upstream as UpstreamName, upstreamNames } from '../routes.ts'
import { findReplicas } from './find-replicas.ts'
import { Upstream } from './upstream.ts'
import { watchReplicas } from './watch-replicas.ts'

export type Upstreams = Readonly<Record<UpstreamName, Upstream>>

export interface OpenUpstreams {
  upstreams: Upstreams
  /** Lets go of all connections, at once. */
  close(): Promise<void>
}

/** Connections to each service, made on demand: the gateway starts before they do. */
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
