import { type PlatformService, platformReply, readyReply, statusReply } from '@rehearse/contracts'
import { type App, describeSettings, type Readiness, readFigures } from '@rehearse/service-kit'
import { ownRoute, upstreamNames } from '../routes.ts'
import type { Upstreams } from '../upstreams/open-upstreams.ts'
import type { Replica } from '../upstreams/replica.ts'

type ReplicaState = PlatformService['replicas'][number]

interface Own {
  readiness: Readiness
  metrics: Parameters<typeof readFigures>[0]
  config: object
}

/** Milliseconds that a process has to say how it is. */
const patience = 2_000

/** GET /api/admin/platform: every process behind this door and the door itself, with live figures and settings. */
export function installPlatform(app: App, upstreams: Upstreams, own: Own): void {
  const row = ownRoute('GET', '/api/admin/platform')
  app.get(
    row.path,
    {
      config: { access: row.access, row },
      schema: {
        tags: ['platform'],
        summary: 'How every process does, with live figures, and what it is configured with, never a secret',
        response: { 200: platformReply },
      },
    },
    async () => ({
      success: true as const,
      measuredAt: new Date().toISOString(),
      services: await Promise.all([
        describeOwn(own),
        ...upstreamNames.map((name) => describe(name, upstreams[name].replicas)),
      ]),
    }),
  )
}

async function describeOwn({ readiness, metrics, config }: Own): Promise<PlatformService> {
  const [{ ready, checks }, figures] = await Promise.all([readiness.read(), readFigures(metrics)])
  const state = ready ? 'up' : 'down'
  const replica: ReplicaState = { address: 'here', state, checks: statesOf(checks), figures }
  return { name: 'gateway', state, replicas: [replica], settings: describeSettings(config) }
}

async function describe(name: string, replicas: readonly Replica[]): Promise<PlatformService> {
  const asked = await Promise.all(replicas.map(askReplica))
  return {
    name,
    state: asked.some(({ replica }) => replica.state === 'up') ? 'up' : 'down',
    replicas: asked.map(({ replica }) => replica),
    settings: asked.find(({ settings }) => settings.length > 0)?.settings ?? [],
  }
}

async function askReplica({ host, pool }: Replica) {
  const read = async (path: string): Promise<unknown> => {
    const { body } = await pool.request({ path, method: 'GET', signal: AbortSignal.timeout(patience) })
    return body.json()
  }
  // Away, hanging, or something else altogether: on this page all the same.
  const [ready, status] = await Promise.all([
    read('/readyz')
      .then(readyReply.parse)
      .catch(() => null),
    read('/statusz')
      .then(statusReply.parse)
      .catch(() => null),
  ])
  const replica: ReplicaState = {
    address: host,
    state: ready?.ready ? 'up' : 'down',
    checks: statesOf(ready?.checks ?? {}),
    figures: status?.figures ?? null,
  }
  return { replica, settings: status?.settings ?? [] }
}

/** The details are for logs: they may name inner addresses. */
const statesOf = (checks: Record<string, { state: 'up' | 'down' }>) =>
  Object.fromEntries(Object.entries(checks).map(([name, { state }]) => [name, state]))
