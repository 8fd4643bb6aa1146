import { DomainError } from '@rehearse/contracts'
import type { FastifyInstance, HTTPMethods, onRequestHookHandler } from 'fastify'
import type { Route } from './routes.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The declaration that this route comes from. */
    row?: Route
  }
}

/**
 * Adds a check to every declared route, after its existing checks. Anything derived from the declaration is computed
 * once, when the route is registered.
 * @param checkOf null for an endpoint that needs none
 */
export function checkRows(app: FastifyInstance, checkOf: (row: Route) => onRequestHookHandler | null): void {
  app.addHook('onRoute', (route) => {
    const row = route.config?.row
    const check = row === undefined ? null : checkOf(row)
    if (check !== null) route.onRequest = [...[route.onRequest ?? []].flat(), check]
  })
}

/** Responds with 405 and `Allow` to methods that a known path doesn't have. */
export function installMethodNotAllowed(app: FastifyInstance, rows: readonly Route[]): void {
  const methodsByPath = Map.groupBy(rows, (row) => row.path)
  for (const [path, rowsOfPath] of methodsByPath) {
    const allowed = new Set<string>(rowsOfPath.map((row) => row.method))
    // A HEAD request would open a stream that no one reads.
    if (rowsOfPath.some((row) => row.method === 'GET' && !row.live)) allowed.add('HEAD')
    const others = app.supportedMethods.filter((method) => !allowed.has(method))
    app.route({
      method: others as HTTPMethods[],
      url: path,
      config: { access: 'anyone' },
      schema: { hide: true },
      handler: async (_request, reply) => {
        reply.header('allow', [...allowed].join(', '))
        throw new DomainError({
          kind: 'method-not-allowed',
          code: 'method_not_allowed',
          message: 'This method is not allowed here',
        })
      },
    })
  }
}

/** Sets `Cache-Control` by the declaration. `private`: an admin's response differs from a visitor's. */
export function installCacheControl(app: FastifyInstance): void {
  checkRows(app, (row) => {
    const life = row.cache ? 'private, no-cache' : 'no-store'
    return (_request, reply, done) => {
      reply.header('cache-control', life)
      done()
    }
  })
}
