import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import type { RunnerAddresses } from '../runner/runner-addresses.ts'

type Directives = Record<string, readonly string[]>
type Headers = Readonly<Record<string, string>>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a page needs otherwise than all others, by the directives of its content security policy. */
    policy?: Directives
  }
}

/** Nothing from elsewhere, nothing inline, in nobody's frame. */
const policy: Directives = {
  defaultSrc: ["'self'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  mediaSrc: ["'self'", 'blob:'],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
}

/** Hosts that browsers reach us by; anybody can invent more, so no more than this are remembered. */
const rememberedHosts = 100

export function installSecurityHeaders(app: FastifyInstance, addresses: RunnerAddresses): void {
  const remembered = new Map<Directives | undefined, Map<string, Headers>>()
  app.addHook('onRequest', (request, reply, done) => {
    const own = request.routeOptions.config.policy
    const byRunner = remembered.get(own) ?? new Map<string, Headers>()
    remembered.set(own, byRunner)
    // Code in the runner's frame could otherwise take the frame, and what it knows, to any address.
    const runner = addresses.runner(request.headers.host) ?? ''
    let headers = byRunner.get(runner)
    if (headers === undefined) {
      headers = headersBy({ ...policy, frameSrc: [runner === '' ? "'none'" : `${runner}/`], ...own })
      if (byRunner.size >= rememberedHosts) byRunner.clear()
      byRunner.set(runner, headers)
    }
    reply.headers(headers)
    // Over plain http it means nothing, and on localhost it would lock out every other thing there.
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000')
    done()
  })
}

/** What helmet sets, read off once: asked for each reply it would make the same strings anew each time. */
function headersBy(directives: Directives): Headers {
  const options: HelmetOptions = {
    contentSecurityPolicy: { useDefaults: false, directives: directives as Record<string, string[]> },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: false,
  }
  const headers: Record<string, string> = {}
  const recorder = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value
    },
    removeHeader: () => {},
  }
  helmet(options)({} as IncomingMessage, recorder as unknown as ServerResponse, () => {})
  return headers
}
