import { getHealth, getPlatform, type PlatformService, statusReply } from '@rehearse/contracts'
import { type App, describeSettings, type Readiness, readMetrics, serve } from '@rehearse/service-kit'
import { ownRoute, upstreamNames } from '../routes.ts'
import {
  fetchFromReplica,
  readServiceState,
  type ServiceState,
  stateOf,
} from '../upstreams/fetch-from-replica.ts'
import type { Upstreams } from '../upstreams/open-upstreams.ts'
import type { Replica } from '../upstreams/replica.ts'
import type { Upstream } from '../upstreams/upstream.ts'

type ReplicaState = PlatformService['replicas'][number]

interface Own {
  readiness: Readiness
  metrics: Parameters<typeof readMetrics>[0]
  config: object
}

/** GET /api/admin/platform: the gateway and every process behind it, with live metrics and settings. */
export function installPlatform(app: App, upstreams: Upstreams, own: Own): void {
  serve(app, getPlatform, ownRoute(getPlatform), async () => ({
    success: true as const,
    measuredAt: new Date().toISOString(),
    services: await Promise.all([
      describeOwn(own),
      ...upstreamNames.map((name) => describe(name, upstreams[name].replicas)),
    ]),
  }))
}

async function describeOwn({ readiness, metrics, config }: Own): Promise<PlatformService> {
  const [ready, figures] = await Promise.all([readiness.read(), readMetrics(metrics)])
  const { state, checks } = stateOf(ready)
  const replica: ReplicaState = { address: 'here', state, checks: statesOf(checks), figures }
  return { name: 'gateway', state, replicas: [replica], settings: describeSettings(config) }
}

async function describe(name: string, replicas: readonly Replica[]): Promise<PlatformService> {
  const asked = await Promise.all(replicas.map(probeReplica))
  return {
    name,
    state: asked.some(({ replica }) => replica.state === 'up') ? 'up' : 'down',
    replicas: asked.map(({ replica }) => replica),
    settings: asked.find(({ settings }) => settings.length > 0)?.settings ?? [],
  }
}

async function probeReplica(replica: Replica) {
  const [{ state, checks }, status] = await Promise.all([
    readServiceState(replica),
    fetchFromReplica(replica, '/statusz', statusReply.parse),
  ])
  const replicaState: ReplicaState = {
    address: replica.host,
    state,
    checks: statesOf(checks),
    figures: status?.figures ?? null,
  }
  return { replica: replicaState, settings: status?.settings ?? [] }
}

const statesOf = (checks: ServiceState['checks']) =>
  Object.fromEntries(Object.entries(checks).map(([name, { state }]) => [name, state]))

/** GET /api/health: the state of every service and its backing servers, without the details found in logs. */
export function installHealth(app: App, upstreams: Upstreams, own: Readiness): void {
  serve(app, getHealth, ownRoute(getHealth), async (_request, reply) => {
    const states = await Promise.all([
      own.read().then(stateOf),
      ...upstreamNames.map((name) => ask(upstreams[name])),
    ])
    const services = Object.fromEntries(
      ['gateway', ...upstreamNames].map((name, index) => [name, states[index] ?? away]),
    )
    const success = states.every(({ state }) => state === 'up')
    if (!success) reply.header('retry-after', 1)
    return reply.code(success ? 200 : 503).send({ success, services })
  })
}

/** A service is up as long as one of its replicas is. */
async function ask({ replicas }: Upstream): Promise<ServiceState> {
  const states = await Promise.all(replicas.map(readServiceState))
  return states.find(({ state }) => state === 'up') ?? states[0] ?? away
}

const away: ServiceState = { state: 'down', checks: {} }
