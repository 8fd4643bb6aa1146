import type { IncomingMessage } from 'node:http'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { RunnerAddresses } from '../runner/runner-addresses.ts'

/** Nothing from elsewhere, nothing inline, in nobody's frame. */
export const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    mediaSrc: ["'self'", 'blob:'],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
}

export async function installSecurityHeaders(
  app: FastifyInstance,
  addresses: RunnerAddresses,
): Promise<void> {
  // Code in the runner's frame could otherwise take the frame, and what it knows, to any address.
  const frameSrc = ({ headers }: IncomingMessage) => {
    const runner = addresses.runner(headers.host)
    return runner === null ? "'none'" : `${runner}/`
  }
  const directives = { ...contentSecurityPolicy.directives, frameSrc: [frameSrc] }
  await app.register(helmet, {
    contentSecurityPolicy: { ...contentSecurityPolicy, directives },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: false,
  })
  app.addHook('onRequest', async (request, reply) => {
    // Over plain http it means nothing, and on localhost it would lock out every other thing there.
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000')
  })
}
