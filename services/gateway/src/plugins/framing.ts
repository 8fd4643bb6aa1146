import { DomainError } from '@rehearse/contracts'
import type { FastifyInstance } from 'fastify'

/**
 * Refuses what HTTP/1.1 has no rule for (RFC 9112, 3.2 and 6.1): a request without a host, which Node would refuse with
 * an empty reply and is told to leave to us, or with two, of which Node takes the first; and one whose length nobody can know, because what it is encoded by isn't
 * `chunked`. Node refuses that too, but hands it out first: what is answered from memory would be answered.
 */
export function installFramingCheck(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers, httpVersion, rawHeaders } = request.raw
    const encoding = headers['transfer-encoding']
    if (httpVersion === '1.1' && hostsIn(rawHeaders) !== 1) done(malformed)
    else if (encoding !== undefined && encoding.toLowerCase() !== 'chunked') done(malformed)
    else done()
  })
}

/** @param rawHeaders names and values by turns, as they came */
function hostsIn(rawHeaders: readonly string[]): number {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts
}

const malformed = new DomainError({
  kind: 'invalid',
  code: 'malformed_request',
  message: 'The request is malformed',
})
