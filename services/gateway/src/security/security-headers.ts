import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import type { Protection } from '../upstreams/response.ts'

export type Directives = Record<string, readonly string[]>
type Headers = Readonly<Record<string, string>>
/** The origin that pages of a host may frame; null for none. */
type RunnerOf = (host: string) => string | null

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Content security policy directives that this route overrides. */
    policy?: Directives
  }
  interface FastifyRequest {
    /** The same for a single response. */
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

/** Hosts under which browsers reach us. Clients can invent more, so the cache is limited. */
const rememberedHosts = 100

/** For data, which isn't shown as a page: it may load nothing and can't be framed or embedded. */
const ofData: Headers = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}
/** Only with HTTPS: it has no effect over plain http, and on localhost it would affect every other server there. */
export const ofHttps: Headers = { 'strict-transport-security': 'max-age=31536000' }
const ofDataByHttps: Headers = { ...ofData, ...ofHttps }

/** Returns the protective headers for a response: API responses are data, which needs fewer than a page. */
export function createProtection(runnerOf: RunnerOf): Protection {
  const pages = pageHeaders(runnerOf)
  return (request, contentType) => {
    const isHttps = request.protocol === 'https'
    if (contentType?.startsWith('application/json')) return isHttps ? ofDataByHttps : ofData
    return isHttps ? { ...pages(request), ...ofHttps } : pages(request)
  }
}

/**
 * Adds protective headers to responses sent through Fastify, unless the service has set them; direct responses add
 * their own.
 */
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
    // Code in the runner's frame could otherwise navigate it, with the data it holds, to any address.
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
