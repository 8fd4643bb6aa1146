import type { FastifyHttpOptions, RawServerDefault } from 'fastify'
import type { GatewayConfig } from '../config.ts'
import type { Certificate } from './certificate.ts'

type ServerOptions = FastifyHttpOptions<RawServerDefault>

type Settings = Pick<GatewayConfig, 'HTTP2' | 'HEADERS_TIMEOUT'>

/**
 * Milliseconds: of silence, for a long body to come (the others have less, plugins/arrival-limit.ts), and between two
 * requests.
 */
const timeouts = { connectionTimeout: 150_000, requestTimeout: 300_000, keepAliveTimeout: 72_000 }
const limits = {
  maxHeaderSize: 16 * 1024,
  // Bytes that wait for a slow reader before we stop to read for it; less would make every piece of a file wait.
  highWaterMark: 256 * 1024,
  // Refused by ourselves, in words (plugins/framing.ts).
  requireHostHeader: false,
}

/** How the public server listens: plain, or with TLS and then, where it is asked for, HTTP/2 beside HTTP/1.1. */
export function serverOptions(certificate: Certificate | null, config: Settings): ServerOptions {
  const headersTimeout = config.HEADERS_TIMEOUT * 1_000
  const http = { ...limits, headersTimeout, connectionsCheckingInterval: headersTimeout / 2 }
  if (certificate === null) return { ...timeouts, http }
  const https = { ...http, ...certificate }
  if (!config.HTTP2) return { ...timeouts, https } as ServerOptions
  return {
    ...timeouts,
    http2: true,
    https: {
      ...https,
      allowHTTP1: true,
      requestTimeout: timeouts.requestTimeout,
      keepAliveTimeout: timeouts.keepAliveTimeout,
      settings: { maxConcurrentStreams: 100, maxHeaderListSize: limits.maxHeaderSize },
    },
    // To all that is ours the two look alike: Node speaks HTTP/2 in the words of HTTP/1.
  } as unknown as ServerOptions
}
