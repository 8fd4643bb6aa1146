import { DomainError } from '@rehearse/contracts'
import type { FastifyInstance, HTTPMethods, onRequestHookHandler } from 'fastify'
import type { Route } from './routes.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The row of the table that this route comes from. */
    row?: Route
  }
}

/**
 * Puts a check before every route that comes from a row of the table, after those that are there already. What depends
 * on the row is found out once, when the route is made, and not with each request.
 * @param checkOf null for a row that needs none
 */
export function checkRows(app: FastifyInstance, checkOf: (row: Route) => onRequestHookHandler | null): void {
  app.addHook('onRoute', (route) => {
    const row = route.config?.row
    const check = row === undefined ? null : checkOf(row)
    if (check !== null) route.onRequest = [...[route.onRequest ?? []].flat(), check]
  })
}

/** Answers the methods that a known path doesn't have with 405 and those that it has. */
export function installMethodNotAllowed(app: FastifyInstance, rows: readonly Route[]): void {
  const methodsByPath = Map.groupBy(rows, (row) => row.path)
  for (const [path, rowsOfPath] of methodsByPath) {
    const allowed = new Set<string>(rowsOfPath.map((row) => row.method))
    // A stream that stays open has nothing to say to who doesn't read it.
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

/** Says of every call's reply how long it may be kept, by the table. `private`: an admin's differs from a visitor's. */
export function installReplyCaching(app: FastifyInstance): void {
  checkRows(app, (row) => {
    const life = row.cache ? 'private, no-cache' : 'no-store'
    return (_request, reply, done) => {
      reply.header('cache-control', life)
      done()
    }
  })
}
