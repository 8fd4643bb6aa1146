import { type HealthReply, healthReply, type ReadyReply, readyReply } from '@rehearse/contracts'
import type { App, Readiness } from '@rehearse/service-kit'
import { ownRoute, upstreamNames } from '../routes.ts'
import type { Upstreams } from '../upstreams/open-upstreams.ts'
import type { Replica } from '../upstreams/replica.ts'
import type { Upstream } from '../upstreams/upstream.ts'

type ServiceState = HealthReply['services'][string]

/** Milliseconds that a service has to say how it is. */
const patience = 2_000

/** GET /api/health: the state of every service and its backing servers, without the details that logs have. */
export function installHealth(app: App, upstreams: Upstreams, own: Readiness): void {
  const row = ownRoute('GET', '/api/health')
  app.get(
    row.path,
    {
      config: { access: row.access, row },
      schema: {
        tags: ['platform'],
        summary: 'The state of every service and its backing servers',
        response: { 200: healthReply, 503: healthReply },
      },
    },
    async (_request, reply) => {
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
    },
  )
}

const away: ServiceState = { state: 'down', checks: {} }

/** A service is up as long as one of its replicas is. */
async function ask({ replicas }: Upstream): Promise<ServiceState> {
  const states = await Promise.all(replicas.map(askReplica))
  return states.find(({ state }) => state === 'up') ?? states[0] ?? away
}

async function askReplica({ pool }: Replica): Promise<ServiceState> {
  try {
    const signal = AbortSignal.timeout(patience)
    const { body } = await pool.request({ path: '/readyz', method: 'GET', signal })
    return stateOf(readyReply.parse(await body.json()))
  } catch {
    // It is away, hangs, or is something else altogether: for this page all the same.
    return away
  }
}

function stateOf({ ready, checks }: ReadyReply): ServiceState {
  return {
    state: ready ? 'up' : 'down',
    checks: Object.fromEntries(Object.entries(checks).map(([name, { state }]) => [name, { state }])),
  }
}
