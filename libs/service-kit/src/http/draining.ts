import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether it closes: replies that don't go by Fastify's own way have to say so themselves. */
    isDraining(): boolean
  }
}

/** Milliseconds between two looks for connections that no one waits on any more. */
const interval = 100

/**
 * Lets a closing server go as soon as its last reply is out: replies on the way say that the connection ends, and
 * connections that have become idle are closed. Node by itself would wait until their clients hang up.
 */
export function installDraining(app: FastifyInstance): void {
  let sweeping: NodeJS.Timeout | undefined
  const open = new Set<Socket>()
  const watch = (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  }
  app.server.on('connection', watch)
  // Of TLS another socket, which counts what was read out of the first. Sessions of HTTP/2 are ended by the server.
  app.server.on('secureConnection', (socket: TLSSocket) => {
    if (socket.alpnProtocol !== 'h2') watch(socket)
  })
  const sweep = () => {
    app.server.closeIdleConnections()
    // Opened in advance, as browsers do: to Node that is a request on its way, for which it would wait a minute.
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  }
  app.addHook('preClose', async () => {
    sweeping = setInterval(sweep, interval)
  })
  app.decorate('isDraining', () => sweeping !== undefined)
  app.addHook('onSend', (request, reply, _payload, done) => {
    // For HTTP/2 the server notifies its sessions itself.
    if (sweeping !== undefined && request.raw.httpVersionMajor < 2) reply.header('connection', 'close')
    done()
  })
  app.addHook('onClose', async () => clearInterval(sweeping))
}
