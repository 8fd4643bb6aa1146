import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { ConfigError } from '@rehearse/service-kit'
import { FailureLog } from '@rehearse/service-kit/jobs/background-work'
import type { FastifyBaseLogger, FastifyHttpOptions, RawServerDefault } from 'fastify'
import type { GatewayConfig } from '../config.ts'

/** A certificate with its chain, and its private key. */
export interface Certificate {
  cert: Buffer
  key: Buffer
}

/** The paths of its files. */
export interface CertificateFiles {
  certFile: string
  keyFile: string
}

/** @returns null if TLS ends at a proxy or isn't used */
export const certificateFiles = ({ TLS_CERT_FILE, TLS_KEY_FILE }: GatewayConfig): CertificateFiles | null =>
  TLS_CERT_FILE && TLS_KEY_FILE ? { certFile: TLS_CERT_FILE, keyFile: TLS_KEY_FILE } : null

/** @throws {ConfigError} when a file can't be read, or the two are not a certificate and its key */
export function readCertificate({ certFile, keyFile }: CertificateFiles): Certificate {
  const certificate = { cert: read('TLS_CERT_FILE', certFile), key: read('TLS_KEY_FILE', keyFile) }
  try {
    createSecureContext(certificate)
  } catch (error) {
    throw new ConfigError([
      `TLS_CERT_FILE and TLS_KEY_FILE hold no certificate and its key (${(error as Error).message})`,
    ])
  }
  return certificate
}

function read(name: string, path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new ConfigError([
      `${name} names a file that can't be read (${(error as NodeJS.ErrnoException).code})`,
    ])
  }
}

/** Milliseconds between polls. Polled, not watched: files are renewed by renaming, links and mounts. */
const interval = 10_000

/**
 * Uses a renewed certificate soon after its files have changed, and at once on SIGHUP; open connections continue with
 * the old one. Files that can't be used, for example while only one of the two is new, change nothing.
 * @returns stops following
 */
export function followCertificate(
  files: CertificateFiles,
  used: Certificate,
  options: { renew(certificate: Certificate): void; log: FastifyBaseLogger },
): () => void {
  const { renew, log } = options
  const failures = new FailureLog(log)
  let current = used
  const look = () => {
    try {
      const found = readCertificate(files)
      failures.recovered()
      if (found.cert.equals(current.cert) && found.key.equals(current.key)) return
      renew(found)
      current = found
      log.info('certificate renewed')
    } catch (error) {
      failures.failed(error, 'the certificate stays, for its files can not be used')
    }
  }
  const timer = setInterval(look, interval).unref()
  process.on('SIGHUP', look)
  return () => {
    clearInterval(timer)
    process.off('SIGHUP', look)
  }
}

type ServerOptions = FastifyHttpOptions<RawServerDefault>

type Settings = Pick<GatewayConfig, 'HTTP2' | 'HEADERS_TIMEOUT'>

/**
 * Milliseconds: of silence, for a long body to arrive (shorter ones have less, rate-limits/body-limits.ts), and
 * between two requests.
 */
const timeouts = { connectionTimeout: 150_000, requestTimeout: 300_000, keepAliveTimeout: 72_000 }
const limits = {
  maxHeaderSize: 16 * 1024,
  // Bytes buffered for a slow reader before we pause reading for it; with less, every chunk of a file would wait.
  highWaterMark: 256 * 1024,
  // We reject these ourselves, with an error message (host-check.ts).
  requireHostHeader: false,
}

/** How the public server listens: without TLS, or with TLS and, if configured, HTTP/2 in addition to HTTP/1.1. */
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
    // Our code treats both alike: Node exposes HTTP/2 through its HTTP/1 API.
  } as unknown as ServerOptions
}
