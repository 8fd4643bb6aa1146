import type { Span, Tracing } from '@rehearse/service-kit'
import type { FastifyRequest } from 'fastify'
import type { Route } from '../routes.ts'
import type { Replica } from './replica.ts'

/** Begins the span of one attempt to have a service answer. Of the address only the pattern: it may hold secrets. */
export function beginAttempt(
  tracing: Tracing,
  request: FastifyRequest,
  { method, path }: Route,
  { address }: Replica,
): Span {
  const { hostname, port } = new URL(address)
  return tracing.begin({
    name: `${method} ${path}`,
    kind: 'client',
    parent: request.traceparent ?? undefined,
    attributes: {
      'http.request.method': method,
      'url.template': path,
      'server.address': hostname,
      'server.port': Number(port),
    },
  })
}
