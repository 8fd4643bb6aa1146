import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import type { Route } from '../routes.ts'

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
