import type { FastifyInstance } from 'fastify'
import { checkRows } from './check-rows.ts'

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
