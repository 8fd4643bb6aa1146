import { DomainError } from '@rehearse/contracts'
import type { FastifyInstance } from 'fastify'
import { countHosts } from './host-check.ts'

/**
 * Refuses what HTTP/1.1 has no rule for (RFC 9112, 3.2 and 6.1): a request without a host, which Node would refuse with
 * an empty reply and is told to leave to us, or with two, of which Node takes the first; and one whose length nobody can know, because what it is encoded by isn't
 * `chunked`. Node refuses that too, but hands it out first: what is answered from memory would be answered.
 */
export function installFramingCheck(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers, httpVersion, rawHeaders } = request.raw
    const encoding = headers['transfer-encoding']
    const hosts = countHosts(rawHeaders)
    if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) done(malformed)
    else if (encoding !== undefined && encoding.toLowerCase() !== 'chunked') done(malformed)
    else done()
  })
}

const malformed = new DomainError({
  kind: 'invalid',
  code: 'malformed_request',
  message: 'The request is malformed',
})
