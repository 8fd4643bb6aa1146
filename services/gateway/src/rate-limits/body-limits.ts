import { type Readable, Transform } from 'node:stream'
import { DomainError, JsonBounds } from '@rehearse/contracts'
import type { FastifyInstance, FastifyRequest, preParsingHookHandler } from 'fastify'
import { checkRows } from '../route-checks.ts'
import type { Route } from '../routes.ts'
import type { RateLimits } from './rate-limits.ts'

/** Rejects bodies over the endpoint's limit by their declared length, before they arrive. */
export function installBodyLimits(app: FastifyInstance, { refuse }: RateLimits): void {
  checkRows(app, (row) => (request, _reply, done) => {
    if (Number(request.headers['content-length'] ?? 0) <= row.bodyLimit) return done()
    discard(request.raw)
    refuse(request, tooLarge(row), done)
  })
}

/**
 * Limits a streamed body: it is cut off at the endpoint's limit, whatever length it declares, or when its JSON is
 * nested too deeply. Fastify limits buffered bodies as it reads them.
 */
export const boundStream =
  (row: Route): preParsingHookHandler =>
  (request, _reply, payload, done) =>
    done(null, bounded(payload as Readable, row, jsonBounds(request, row)))

/** Reads a buffered body, and rejects JSON that is nested too deeply before a service parses it. */
export function readBounded(
  request: FastifyRequest,
  body: Buffer,
  done: (error: Error | null, body?: Buffer) => void,
): void {
  const { row } = request.routeOptions.config
  let refusal: Error | null = null
  try {
    if (row !== undefined) jsonBounds(request, row)?.check(body)
  } catch (error) {
    refusal = error as Error
  }
  done(refusal, body)
}

/** For a body that a service would parse as JSON; null for any other. */
const jsonBounds = ({ headers }: FastifyRequest, { jsonDepth, jsonValues }: Route): JsonBounds | null =>
  /json/i.test(headers['content-type'] ?? '')
    ? new JsonBounds({ depth: jsonDepth, values: jsonValues })
    : null

/**
 * The body, cut off with an error at the limit. A reader that gives up destroys this stream but not the request and
 * its socket, so that the client still gets a response; whatever else it sends is read and discarded, since the next
 * request uses the same connection.
 */
function bounded(payload: Readable, row: Route, json: JsonBounds | null): Readable {
  let received = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length
      if (received > row.bodyLimit) return done(tooLarge(row))
      try {
        json?.check(chunk)
        done(null, chunk)
      } catch (error) {
        done(error as Error)
      }
    },
  })
  counted.once('close', () => {
    payload.unpipe(counted)
    discard(payload)
  })
  payload.once('error', (error) => counted.destroy(error))
  return payload.pipe(counted)
}

/** The most bytes of a rejected body that are read so that the client gets the response. */
const discardedMax = 256 * 1024 * 1024

/**
 * Reads and discards what a client still sends after its rejection: many clients read no response before their body is
 * sent. Ends the connection if that is more than any real file.
 */
function discard(rest: Readable): void {
  let discarded = 0
  rest.on('data', (chunk: Buffer) => {
    discarded += chunk.length
    if (discarded > discardedMax) rest.destroy()
  })
  rest.resume()
}

const tooLarge = (row: Route) =>
  new DomainError({
    kind: 'too-large',
    ...(row.tooLarge ?? { code: 'payload_too_large', message: 'The request body is too large' }),
  })

/**
 * Rejects buffered bodies that take too long to arrive. Streamed ones have the time that Node gives to any request.
 */
export function installArrivalLimit(app: FastifyInstance, seconds: number): void {
  checkRows(app, (row) => {
    if (row.method === 'GET' || row.body === 'streamed') return null
    return ({ raw }, _reply, done) => {
      if (!raw.complete) {
        const timer = setTimeout(() => app.server.emit('clientError', tooSlow(), raw.socket), seconds * 1_000)
        raw.once('end', () => clearTimeout(timer))
        raw.once('close', () => clearTimeout(timer))
      }
      done()
    }
  })
}

/** The error with which Node ends a request that takes too long. */
const tooSlow = () => Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
