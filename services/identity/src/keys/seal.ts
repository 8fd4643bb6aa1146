import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Encrypts and decrypts small secrets for storage. */
export interface Seal {
  /** @param purpose what the secret is for; decrypting requires the same purpose */
  close(secret: string, purpose: string): Buffer
  /** @throws if it was encrypted with another key or purpose, or was modified */
  open(sealed: Buffer, purpose: string): string
  /**
   * The secret encrypted with the current key; null if it already is.
   * @throws as `open`
   */
  reseal(sealed: Buffer, purpose: string): Buffer | null
}

/**
 * AES-256-GCM with a key derived from the configured secret. Layout: iv, tag, ciphertext.
 * @param previous the previous secret, as long as there is data encrypted with it
 */
export function createSeal(secret: string, previous?: string): Seal {
  const key = keyFrom(secret)
  const former = previous === undefined ? null : keyFrom(previous)

  const close = (text: string, purpose: string) => {
    const iv = randomBytes(ivBytes)
    const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagBytes }).setAAD(
      Buffer.from(purpose),
    )
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), encrypted])
  }
  const openByEither = (sealed: Buffer, purpose: string): { text: string; isFormer: boolean } => {
    try {
      return { text: decrypt(key, sealed, purpose), isFormer: false }
    } catch (error) {
      if (former === null) throw error
      return { text: decrypt(former, sealed, purpose), isFormer: true }
    }
  }
  return {
    close,
    open: (sealed, purpose) => openByEither(sealed, purpose).text,
    reseal: (sealed, purpose) => {
      const { text, isFormer } = openByEither(sealed, purpose)
      return isFormer ? close(text, purpose) : null
    },
  }
}

const keyFrom = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'rehearse signing key encryption', 32))

function decrypt(key: Buffer, sealed: Buffer, purpose: string): string {
  const iv = sealed.subarray(0, ivBytes)
  const tag = sealed.subarray(ivBytes, ivBytes + tagBytes)
  const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagBytes })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(tag)
  const encrypted = sealed.subarray(ivBytes + tagBytes)
  return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8')
}
