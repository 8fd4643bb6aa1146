import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { ConfigError } from '@rehearse/service-kit'
import type { GatewayConfig } from '../config.ts'

/** What we prove with who we are: a certificate with its chain, and its key. */
export interface Certificate {
  cert: Buffer
  key: Buffer
}

/** Where it is kept. */
export interface CertificateFiles {
  certFile: string
  keyFile: string
}

/** @returns null where TLS ends before us, or nowhere */
export const certificateFiles = ({ TLS_CERT_FILE, TLS_KEY_FILE }: GatewayConfig): CertificateFiles | null =>
  TLS_CERT_FILE && TLS_KEY_FILE ? { certFile: TLS_CERT_FILE, keyFile: TLS_KEY_FILE } : null

/** @throws {ConfigError} when a file can't be read, or the two are no certificate and its key */
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
