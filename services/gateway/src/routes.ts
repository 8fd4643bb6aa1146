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

/** What the gateway knows of an endpoint, see its declaration in contracts. */
export interface Route
  extends Pick<
    Endpoint,
    | 'method'
    | 'path'
    | 'access'
    | 'limit'
    | 'bodyLimit'
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
  /** Held until it is complete, so that it can be sent again; or passed on as it comes, since it may be long. */
  body: 'buffered' | 'streamed'
}

/** Every path and method that exists, as contracts declare them. */
export const routes: readonly Route[] = endpoints.map((endpoint) => ({
  ...endpoint,
  upstream: endpoint.service,
  body: endpoint.bodyLimit > BODY_LIMIT ? 'streamed' : 'buffered',
}))

/** The row of a path that the gateway answers itself. */
export function ownRoute(method: Route['method'], path: string): Route {
  const route = routes.find((row) => row.upstream === 'gateway' && row.method === method && row.path === path)
  if (route === undefined) throw new Error(`${method} ${path} is not declared`)
  return route
}
