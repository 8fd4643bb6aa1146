import type { FastifyInstance } from 'fastify'

/** Says of every call's reply how long it may be kept, by the table. `private`: an admin's differs from a visitor's. */
export function installReplyCaching(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const { row } = request.routeOptions.config
    if (row === undefined) return
    reply.header('cache-control', row.cache === 'revalidate' ? 'private, no-cache' : 'no-store')
  })
}
