import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Encrypts and decrypts small secrets for storage. */
export interface Seal {
  /** @param purpose what the secret is; a sealed secret opens under the same purpose only */
  close(secret: string, purpose: string): Buffer
  /** @throws when it was sealed with another key or purpose, or was changed since */
  open(sealed: Buffer, purpose: string): string
}

/** AES-256-GCM with a key derived from the configured secret. Layout: iv, tag, ciphertext. */
export function createSeal(secret: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'rehearse signing key encryption', 32))
  return {
    close: (text, purpose) => {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagBytes }).setAAD(
        Buffer.from(purpose),
      )
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), encrypted])
    },
    open: (sealed, purpose) => {
      const iv = sealed.subarray(0, ivBytes)
      const tag = sealed.subarray(ivBytes, ivBytes + tagBytes)
      const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagBytes })
        .setAAD(Buffer.from(purpose))
        .setAuthTag(tag)
      const encrypted = sealed.subarray(ivBytes + tagBytes)
      return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8')
    },
  }
}
