import { DomainError } from '@rehearse/contracts'
import type { FastifyInstance } from 'fastify'

/**
 * Refuses HTTP/1.1 without a host (RFC 9112, 3.2). Node would do so as well, but with an empty reply; it is told to leave
 * that to us.
 */
export function installHostCheck(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers, httpVersion } = request.raw
    if (headers.host === undefined && httpVersion === '1.1') done(noHost)
    else done()
  })
}

const noHost = new DomainError({
  kind: 'invalid',
  code: 'malformed_request',
  message: 'The request is malformed',
})
