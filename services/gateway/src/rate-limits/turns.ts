import type { RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Requests that may wait on a connection for the responses before theirs. */
export const waitingMax = 30

/** How many requests that waited are begun before other events of the process are handled. */
const perRound = 4

/**
 * Handles one request of an HTTP/1.1 connection at a time. Responses go out in order anyway, so a client that
 * pipelines hundreds of requests and reads nothing would only make us hold their files and bodies. The others wait
 * unhandled; a client that sends still more is disconnected, since Node parses all that it receives. Those that have waited
 * are begun a few at a time over all connections: otherwise fifty clients with thirty pages each delay everyone for as
 * long as these take.
 */
export class Turns {
  readonly #lines = new WeakMap<Socket, (() => void)[]>()
  /** Their turn has come. */
  readonly #ready: (() => void)[] = []

  /** Calls `begin` when the responses before this one are sent. */
  take(socket: Socket, response: ServerResponse, begin: () => void): void {
    const line = this.#lines.get(socket)
    if (line === undefined) {
      this.#lines.set(socket, [])
      this.#handle(socket, response, begin)
    } else if (line.length < waitingMax) line.push(() => this.#handle(socket, response, begin))
    else socket.destroy()
  }

  #handle(socket: Socket, response: ServerResponse, begin: () => void): void {
    response.once('close', () => {
      const next = this.#lines.get(socket)?.shift()
      if (next === undefined || socket.destroyed) this.#lines.delete(socket)
      else if (this.#ready.push(next) === 1) setImmediate(() => this.#round())
    })
    begin()
  }

  #round(): void {
    // Removed afterward: one that becomes ready meanwhile must not start a second round.
    for (const begin of this.#ready.slice(0, perRound)) begin()
    this.#ready.splice(0, perRound)
    if (this.#ready.length > 0) setImmediate(() => this.#round())
  }
}

/**
 * Takes turns before Fastify sees a request, since creating its request and reply costs most of what rejecting one does.
 * HTTP/2 has a limit of streams instead.
 */
export function installTurns({ server }: FastifyInstance): void {
  const turns = new Turns()
  const handlers = server.listeners('request') as RequestListener[]
  const handle: RequestListener = (request, response) => {
    for (const handler of handlers) handler.call(server, request, response)
  }
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (request.httpVersionMajor > 1) handle(request, response)
    else turns.take(request.socket, response, () => handle(request, response))
  })
}
