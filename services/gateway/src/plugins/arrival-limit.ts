import type { FastifyInstance } from 'fastify'
import { checkRows } from './check-rows.ts'

/**
 * Refuses bodies that take too long to come, where they are held until they are complete. Long ones are passed on as
 * they come, and have the time that Node gives to any request.
 */
export function installArrivalLimit(app: FastifyInstance, seconds: number): void {
  checkRows(app, (row) => {
    if (row.method === 'GET' || row.body === 'streamed') return null
    return ({ raw }, _reply, done) => {
      if (!raw.complete) {
        const timer = setTimeout(() => app.server.emit('clientError', tooSlow(), raw.socket), seconds * 1_000)
        raw.once('end', () => clearTimeout(timer))
        raw.once('close', () => clearTimeout(timer))
      }
      done()
    }
  })
}

/** As Node says it of a request that takes too long in all. */
const tooSlow = () => Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
