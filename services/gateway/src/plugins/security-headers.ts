import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

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

export async function installSecurityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: false,
  })
  app.addHook('onRequest', async (request, reply) => {
    // Over plain http it means nothing, and on localhost it would lock out every other thing there.
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000')
  })
}
