import type { FastifyHttpOptions, RawServerDefault } from 'fastify'
import type { Certificate } from './certificate.ts'

type ServerOptions = FastifyHttpOptions<RawServerDefault>

/** Milliseconds. The longest silence is that of a slow import; slow readers and writers are cut off sooner. */
const timeouts = { connectionTimeout: 150_000, requestTimeout: 300_000, keepAliveTimeout: 72_000 }
const limits = {
  headersTimeout: 10_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16 * 1024,
  // A request without a body needs no stream to read it from.
  optimizeEmptyRequests: true,
  // Refused by ourselves, in words (plugins/framing.ts).
  requireHostHeader: false,
}

/** How the public server listens: plain, or with TLS and then, where it is asked for, HTTP/2 beside HTTP/1.1. */
export function serverOptions(certificate: Certificate | null, http2: boolean): ServerOptions {
  if (certificate === null) return { ...timeouts, http: limits }
  const https = { ...limits, ...certificate }
  if (!http2) return { ...timeouts, https } as ServerOptions
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
