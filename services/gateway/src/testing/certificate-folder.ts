import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TemporaryFolder, temporaryFolder } from '@rehearse/testing'
import { generate } from 'selfsigned'

/** Certificate files for a gateway, and a client that trusts them. */
export interface CertificateFolder {
  env: { TLS_CERT_FILE: string; TLS_KEY_FILE: string }
  /** Replaces the certificate. @returns the new one */
  renew(): Promise<string>
  /** Replaces the key with one that doesn't belong to the certificate. */
  spoil(): Promise<void>
  remove: TemporaryFolder['remove']
}

export async function certificateFolder(): Promise<CertificateFolder> {
  const { path, remove } = await temporaryFolder()
  const env = { TLS_CERT_FILE: join(path, 'cert.pem'), TLS_KEY_FILE: join(path, 'key.pem') }
  return {
    env,
    renew: async () => {
      const made = await make()
      await Promise.all([writeFile(env.TLS_CERT_FILE, made.cert), writeFile(env.TLS_KEY_FILE, made.private)])
      return made.cert
    },
    spoil: async () => writeFile(env.TLS_KEY_FILE, (await make()).private),
    remove,
  }
}

const make = () =>
  generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  })
