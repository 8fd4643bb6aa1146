import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import type { Protection } from '../upstreams/response.ts'

export type Directives = Record<string, readonly string[]>
type Headers = Readonly<Record<string, string>>
/** The origin that pages of a host may frame; null: none. */
type RunnerOf = (host: string) => string | null

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a page needs otherwise than all others, by the directives of its content security policy. */
    policy?: Directives
  }
  interface FastifyRequest {
    /** The same, where it is the reply's and not the route's. */
    policy?: Directives | undefined
  }
}

/** No external resources, nothing inline, no framing. */
const policy: Directives = {
  defaultSrc: ["'self'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  mediaSrc: ["'self'", 'blob:'],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
}

const noMore: Directives = {}

/** Hosts that browsers reach us by; anyone can invent more, so no more than this are remembered. */
const rememberedHosts = 100

/** On its way to a program, not to a window: nothing may be loaded by it, nor anything frame or embed it. */
const ofData: Headers = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}
/** Over plain http it means nothing, and on localhost it would lock out every other thing there. */
export const ofHttps: Headers = { 'strict-transport-security': 'max-age=31536000' }
const ofDataByHttps: Headers = { ...ofData, ...ofHttps }

/** Finds what protects a reply: calls answer with data, which needs less than a page. */
export function createProtection(runnerOf: RunnerOf): Protection {
  const pages = pageHeaders(runnerOf)
  return (request, contentType) => {
    const isHttps = request.protocol === 'https'
    if (contentType?.startsWith('application/json')) return isHttps ? ofDataByHttps : ofData
    return isHttps ? { ...pages(request), ...ofHttps } : pages(request)
  }
}

/** Protects what goes out by Fastify's own way, below what a service says itself; direct responses see to that themselves. */
export function installSecurityHeaders(app: FastifyInstance, protection: Protection): void {
  app.decorateRequest('policy', undefined)
  app.addHook('onSend', (request, reply, _payload, done) => {
    const headers = protection(request, reply.getHeader('content-type')?.toString())
    for (const name in headers) {
      if (!reply.hasHeader(name)) reply.header(name, headers[name])
    }
    done()
  })
}

function pageHeaders(runnerOf: RunnerOf): (request: FastifyRequest) => Headers {
  const remembered = new WeakMap<Directives, Map<string, Headers>>()
  return (request) => {
    const own = request.policy ?? request.routeOptions.config?.policy ?? noMore
    const byRunner = remembered.get(own) ?? new Map<string, Headers>()
    remembered.set(own, byRunner)
    // Code in the runner's frame could otherwise take the frame, and what it knows, to any address.
    const runner = runnerOf(request.host) ?? ''
    let headers = byRunner.get(runner)
    if (headers === undefined) {
      headers = headersBy({ ...policy, frameSrc: [runner === '' ? "'none'" : `${runner}/`], ...own })
      if (byRunner.size >= rememberedHosts) byRunner.clear()
      byRunner.set(runner, headers)
    }
    return headers
  }
}

/** Helmet's headers, computed once: otherwise the same strings would be built for each response. */
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
