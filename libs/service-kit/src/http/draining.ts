import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the server is closing: responses that bypass Fastify have to set `Connection: close` themselves. */
    isDraining(): boolean
  }
}

/** Milliseconds between two sweeps of idle connections. */
const interval = 100

/**
 * Lets a closing server end as soon as its last response is sent: responses in progress announce that the connection
 * closes, and idle connections are closed. Node by itself would wait until the clients hang up.
 */
export function installDraining(app: FastifyInstance): void {
  let sweeping: NodeJS.Timeout | undefined
  const open = new Set<Socket>()
  const watch = (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  }
  app.server.on('connection', watch)
  // With TLS, the application data is counted by this second socket. The server itself ends HTTP/2 sessions.
  app.server.on('secureConnection', (socket: TLSSocket) => {
    if (socket.alpnProtocol !== 'h2') watch(socket)
  })
  const sweep = () => {
    app.server.closeIdleConnections()
    // Browsers open connections in advance: Node takes them for pending requests and would wait a minute for each.
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
