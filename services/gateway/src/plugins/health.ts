import { healthReply } from '@rehearse/contracts'
import type { App, Readiness } from '@rehearse/service-kit'
import { ownRoute, upstreamNames } from '../routes.ts'
import { askReady, type ServiceState, stateOf } from '../upstreams/ask-replica.ts'
import type { Upstreams } from '../upstreams/open-upstreams.ts'
import type { Upstream } from '../upstreams/upstream.ts'

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

/** A service is up as long as one of its replicas is. */
async function ask({ replicas }: Upstream): Promise<ServiceState> {
  const states = await Promise.all(replicas.map(askReady))
  return states.find(({ state }) => state === 'up') ?? states[0] ?? away
}

const away: ServiceState = { state: 'down', checks: {} }
