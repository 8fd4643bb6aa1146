import { type Readable, Transform } from 'node:stream'
import { DomainError } from '@rehearse/contracts'
import type { FastifyInstance } from 'fastify'

/**
 * Refuses bodies over the row's limit: by their declared length at once, else as soon as too much has come. Those that
 * are held complete are limited by Fastify as it reads them.
 */
export function installBodyLimits(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const { row } = request.routeOptions.config
    if (row !== undefined && Number(request.headers['content-length'] ?? 0) > row.bodyLimit) throw tooLarge()
  })
  app.addHook('preParsing', async (request, _reply, payload) => {
    const { row } = request.routeOptions.config
    return row?.body === 'streamed' ? limited(payload as Readable, row.bodyLimit) : payload
  })
}

/**
 * The body, cut off with an error at the limit. Whoever gives up reading it destroys this stream and not the request
 * with its socket, so that the client can still be answered; what it goes on sending is read and thrown away, since
 * the next request comes on the same connection.
 */
function limited(payload: Readable, limit: number): Readable {
  let received = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length
      if (received > limit) done(tooLarge())
      else done(null, chunk)
    },
  })
  counted.once('close', () => {
    payload.unpipe(counted)
    payload.resume()
  })
  payload.once('error', (error) => counted.destroy(error))
  return payload.pipe(counted)
}

const tooLarge = () =>
  new DomainError({
    kind: 'too-large',
    code: 'payload_too_large',
    message: 'The request body is too large',
  })
