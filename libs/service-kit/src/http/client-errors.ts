import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorReply } from '@rehearse/contracts'
import { JsonBounds } from '@rehearse/contracts'
import type { FastifyInstance } from 'fastify'

const clientErrors: Readonly<Record<string, readonly [status: string, code: string, error: string]>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'headers_too_large',
    'The request headers are too large',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'request_timeout', 'The request took too long to arrive'],
}
const malformed = ['400 Bad Request', 'malformed_request', 'The request is malformed'] as const

/** Responds in the documented format to input that Node couldn't parse as a request. */
export function rejectUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (!socket.writable) {
    socket.destroy(error)
    return
  }
  const [status, code, message] = clientErrors[error.code ?? ''] ?? malformed
  const reply: ErrorReply = { success: false, error: message, code, requestId: randomUUID() }
  const body = JSON.stringify(reply)
  socket.write(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nX-Request-Id: ${reply.requestId}\r\nConnection: close\r\n\r\n${body}`,
  )
  // Not just ended: a client that keeps its end half open would keep our server from closing.
  socket.destroySoon()
}

/** Responds to an unsupported `Expect` header; Node would respond without a body. */
export function rejectExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const reply: ErrorReply = {
    success: false,
    error: 'Nothing but 100-continue can be expected',
    code: 'expectation_failed',
    requestId: randomUUID(),
  }
  const body = JSON.stringify(reply)
  response.writeHead(417, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-request-id': reply.requestId,
    // The rest of the request body must not be parsed as another request.
    connection: 'close',
  })
  response.end(body)
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Maximum number of values in a JSON body; 50,000 by default. */
    jsonValues?: number
    /** Maximum depth of a JSON body; 64 by default. */
    jsonDepth?: number
  }
}

/** Parses JSON bodies after checking their nesting depth and number of values. */
export function readJsonWithinBounds(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      const { jsonDepth, jsonValues } = request.routeOptions.config
      new JsonBounds({ depth: jsonDepth, values: jsonValues }).check(body)
    } catch (error) {
      return done(error as Error)
    }
    parse(request, body.toString(), done)
  })
}
