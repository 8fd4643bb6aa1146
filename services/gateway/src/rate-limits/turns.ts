import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Requests that may wait on a connection for the responses before theirs. */
export const waitingMax = 100

/**
 * Handles one request of an HTTP/1.1 connection at a time. Responses go out in order anyway, so a client that
 * pipelines hundreds of requests and reads nothing would only make us hold their files and bodies. The others wait
 * unhandled; a client that sends still more is disconnected, since Node parses all that it receives.
 */
export function installTurns(app: FastifyInstance): void {
  const lines = new WeakMap<Socket, (() => void)[]>()
  const handle = (response: ServerResponse, socket: Socket, begin: () => void) => {
    response.once('close', () => {
      const next = lines.get(socket)?.shift()
      if (next) next()
      else lines.delete(socket)
    })
    begin()
  }
  app.addHook('onRequest', ({ raw: { socket, httpVersionMajor } }, { raw }, done) => {
    const line = lines.get(socket)
    if (httpVersionMajor > 1) done()
    else if (line === undefined) {
      lines.set(socket, [])
      handle(raw, socket, done)
    } else if (line.length < waitingMax) line.push(() => handle(raw, socket, done))
    else socket.destroy()
  })
}
