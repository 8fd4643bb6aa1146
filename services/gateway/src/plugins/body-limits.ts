import { type Readable, Transform } from 'node:stream'
import { DomainError } from '@rehearse/contracts'
import type { FastifyInstance, preParsingHookHandler } from 'fastify'
import { checkRows } from './check-rows.ts'

/** Refuses bodies over the row's limit by their declared length, before they come. */
export function installBodyLimits(app: FastifyInstance): void {
  checkRows(app, ({ bodyLimit }) => (request, _reply, done) => {
    if (Number(request.headers['content-length'] ?? 0) > bodyLimit) done(tooLarge())
    else done()
  })
}

/** Cuts off a body of undeclared length at the limit. Those that are held complete Fastify limits as it reads them. */
export const limitStream =
  (limit: number): preParsingHookHandler =>
  (_request, _reply, payload, done) =>
    done(null, limited(payload as Readable, limit))

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
