import { Pool } from 'undici'
import type { GatewayConfig } from './config.ts'
import { type Upstream, upstreamNames } from './routes.ts'

export interface UpstreamService {
  /** `http://host:port`. */
  origin: string
  pool: Pool
}
export type Upstreams = Readonly<Record<Upstream, UpstreamService>>

/** A pool of connections to each service, made on demand: the gateway starts before they do. */
export function openUpstreams(config: GatewayConfig): Upstreams {
  const open = (origin: string): UpstreamService => ({
    origin,
    pool: new Pool(origin, {
      connections: 64,
      connect: { timeout: 1_000 },
      headersTimeout: config.UPSTREAM_TIMEOUT * 1_000,
      // Live streams are quiet for long, but never longer than their heartbeat.
      bodyTimeout: 120_000,
      keepAliveTimeout: 30_000,
    }),
  })
  return {
    identity: open(config.IDENTITY_URL),
    questions: open(config.QUESTIONS_URL),
    progress: open(config.PROGRESS_URL),
    media: open(config.MEDIA_URL),
  }
}

export async function closeUpstreams(upstreams: Upstreams): Promise<void> {
  await Promise.all(upstreamNames.map((name) => upstreams[name].pool.destroy()))
}
