import { gaugeAtScrape, type Registry } from '@rehearse/service-kit/observability/metrics'
import { upstreamNames } from '../routes.ts'
import type { Upstreams } from './open-upstreams.ts'

/** What the gateway sees of the services: how much is with them, and whether their replicas answer. */
export function observeUpstreams(registry: Registry, upstreams: Upstreams): void {
  gaugeAtScrape(
    registry,
    {
      name: 'upstream_requests_pending',
      help: 'Requests that are with a service',
      labelNames: ['upstream'],
    },
    () => upstreamNames.map((upstream) => [{ upstream }, upstreams[upstream].pending]),
  )
  gaugeAtScrape(
    registry,
    {
      name: 'upstream_replicas',
      help: 'Replicas of a service, by whether requests are sent to them',
      labelNames: ['upstream', 'state'],
    },
    () =>
      upstreamNames.flatMap((upstream) => {
        const { replicas } = upstreams[upstream]
        const away = replicas.filter(({ circuit }) => circuit.state === 'open').length
        return [
          [{ upstream, state: 'away' }, away],
          [{ upstream, state: 'there' }, replicas.length - away],
        ]
      }),
  )
}
