import type { IncomingHttpHeaders } from 'node:http'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'

/** A request as received by the service behind the gateway. */
export interface Seen {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: Buffer
}

type Answer = (request: FastifyRequest, reply: FastifyReply) => unknown

/**
 * A real HTTP server in place of a service: records requests, and responds as configured or with `{ success: true }`.
 */
export interface TinyUpstream {
  url: string
  seen: Seen[]
  /** The newest request. @throws if none came since `forget` */
  last(): Seen
  /** Sets the response from now on; request bodies are not read unless asked for. */
  answerWith(answer: Answer): void
  /** Sets the status of its readiness check from now on. */
  readiness(status: number): void
  /** Sets how many milliseconds its clock is ahead from now on. */
  clockAhead(ms: number): void
  /** Resets it to its initial state. */
  forget(): void
  close(): Promise<void>
}

export async function startTinyUpstream(port = 0): Promise<TinyUpstream> {
  const plain: Answer = () => ({ success: true })
  const seen: Seen[] = []
  let answer = plain
  let readyStatus = 200
  let ahead = 0
  const app = Fastify({ bodyLimit: 64 * 1024 * 1024, forceCloseConnections: true })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.get('/readyz', (_request, reply) =>
    reply
      .code(readyStatus)
      .header('date', new Date(Date.now() + ahead).toUTCString())
      .send({
        ready: readyStatus === 200,
        checks: { postgres: { state: 'up', detail: 'postgres://inner.example:5432' } },
      }),
  )
  app.get('/livez', () => ({ live: true }))
  app.all('/*', (request, reply) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    seen.push({ method: request.method, url: request.url, headers: request.headers, body })
    return answer(request, reply)
  })
  const url = await app.listen({ host: '127.0.0.1', port })
  return {
    url,
    seen,
    last: () => {
      const newest = seen.at(-1)
      if (newest === undefined) throw new Error('the upstream was not asked')
      return newest
    },
    answerWith: (next) => {
      answer = next
    },
    readiness: (status) => {
      readyStatus = status
    },
    clockAhead: (ms) => {
      ahead = ms
    },
    forget: () => {
      answer = plain
      readyStatus = 200
      ahead = 0
      seen.length = 0
    },
    close: async () => {
      await app.close()
    },
  }
}
