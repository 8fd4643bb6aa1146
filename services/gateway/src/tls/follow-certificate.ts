import { FailureLog } from '@rehearse/service-kit/jobs/background-work'
import type { FastifyBaseLogger } from 'fastify'
import { type Certificate, type CertificateFiles, readCertificate } from './certificate.ts'

/** Milliseconds between two looks. Looked at and not watched: files are renewed by renaming, links and mounts. */
const interval = 10_000

/**
 * Takes over a renewed certificate, soon after its files have changed and at once on SIGHUP; connections that are open
 * go on with the old one. Files that can't be used, as while only one of the two is new, change nothing.
 * @returns ends it
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
