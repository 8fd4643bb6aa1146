import type { FastifyInstance } from 'fastify'

/** Milliseconds between two looks for connections that nobody waits on any more. */
const interval = 100

/**
 * Lets a closing server go as soon as its last reply is out: replies on the way say that the connection ends, and
 * connections that have become idle are closed. Node by itself would wait until their clients hang up.
 */
export function installDraining(app: FastifyInstance): void {
  let sweeping: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    sweeping = setInterval(() => app.server.closeIdleConnections(), interval)
  })
  app.addHook('onSend', async (_request, reply) => {
    if (sweeping !== undefined) reply.header('connection', 'close')
  })
  app.addHook('onClose', async () => clearInterval(sweeping))
}
