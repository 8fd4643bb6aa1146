import type { FastifyInstance } from 'fastify'

/** Says of every call's reply how long it may be kept, by the table. `private`: an admin's differs from a visitor's. */
export function installReplyCaching(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { row } = request.routeOptions.config
    if (row !== undefined) reply.header('cache-control', row.cache ? 'private, no-cache' : 'no-store')
    done()
  })
}
