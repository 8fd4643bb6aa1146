import {
  BODY_LIMIT,
  type Endpoint,
  type RateLimit,
  type ServiceName,
  serviceNames,
} from '@rehearse/contracts'
import { endpoints } from '@rehearse/contracts/endpoints'

export type Upstream = ServiceName
export const upstreamNames: readonly Upstream[] = serviceNames
export type RouteLimit = RateLimit

/** What the gateway knows about an endpoint, see its declaration in contracts. */
export interface Route
  extends Pick<
    Endpoint,
    | 'method'
    | 'path'
    | 'access'
    | 'limit'
    | 'bodyLimit'
    | 'tooLarge'
    | 'jsonDepth'
    | 'jsonValues'
    | 'timeout'
    | 'cache'
    | 'live'
    | 'direct'
    | 'repeatable'
    | 'batchOf'
    | 'tokenReadBy'
  > {
  upstream: Endpoint['service']
  /** Buffered until complete, so that it can be sent again; or streamed, since it may be long. */
  body: 'buffered' | 'streamed'
}

/** Every path and method that exists, as contracts declare them. */
export const routes: readonly Route[] = endpoints.map((endpoint) => ({
  ...endpoint,
  upstream: endpoint.service,
  body: endpoint.bodyLimit > BODY_LIMIT ? 'streamed' : 'buffered',
}))

/**
 * Options for `serve` that mark a route as an endpoint of the gateway itself, so that the checks per endpoint apply.
 */
export function ownRoute({ method, path }: Pick<Endpoint, 'method' | 'path'>): { config: { row: Route } } {
  const row = routes.find((one) => one.upstream === 'gateway' && one.method === method && one.path === path)
  if (row === undefined) throw new Error(`${method} ${path} is not declared`)
  return { config: { row } }
}
