import { type Readable, Transform } from 'node:stream'
import { DomainError } from '@rehearse/contracts'
import type { FastifyInstance } from 'fastify'

/** Refuses bodies over the row's limit: by their declared length at once, else as soon as too much has come. */
export function installBodyLimits(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const { row } = request.routeOptions.config
    if (row !== undefined && Number(request.headers['content-length'] ?? 0) > row.bodyLimit) throw tooLarge()
  })
  app.addHook('preParsing', async (request, _reply, payload) => {
    const { row } = request.routeOptions.config
    const declared = request.headers['content-length'] !== undefined
    if (row === undefined || declared || request.headers['transfer-encoding'] === undefined) return payload
    return limited(payload as Readable, row.bodyLimit)
  })
}

function limited(payload: Readable, limit: number): Readable {
  let received = 0
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length
      if (received > limit) done(tooLarge())
      else done(null, chunk)
    },
  })
  // Not `pipeline`: it would destroy the request with its socket, and nobody could be told why.
  payload.once('error', (error) => counter.destroy(error))
  return payload.pipe(counter)
}

const tooLarge = () =>
  new DomainError({
    kind: 'too-large',
    code: 'payload_too_large',
    message: 'The request body is too large',
  })
