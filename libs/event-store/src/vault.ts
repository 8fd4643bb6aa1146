import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  randomFillSync,
} from 'node:crypto'

const algorithm = 'aes-256-gcm'
const keyBytes = 32
const ivBytes = 12
const tagBytes = 16

/** The secret that wraps the streams' keys. */
export interface VaultSecrets {
  secret: string
  /** The previous secret, while it still wraps some keys. */
  previous?: string | undefined
}

/** Creates and unwraps the keys of streams, which are stored wrapped with the service's secret. */
export interface Vault {
  /** A new key for a stream without one, wrapped for storage. */
  newKey(streamId: string): Buffer
  /**
   * Unwraps a key, once per buffer for as long as the caller holds it.
   * @throws when the key was wrapped with another secret or for another stream
   */
  unwrap(streamId: string, wrappedKey: Buffer): StreamSeal
  /**
   * The same key wrapped with the current secret; null if it already is.
   * @throws as `unwrap`
   */
  rewrap(streamId: string, wrappedKey: Buffer): Buffer | null
}

/**
 * Encrypts the personal data of one stream, each part under a name. Don't hold it longer than the data it was read
 * with.
 */
export interface StreamSeal {
  /** @param name identifies what the part belongs to, such as an event's id */
  close(name: string, personal: object): Buffer
  /** @throws if it belongs to something else or was modified */
  open(name: string, sealed: Buffer): object
}

/** AES-256-GCM on both levels. Layout: iv, tag, ciphertext; the owner's name is authenticated too. */
export function createVault({ secret, previous }: VaultSecrets): Vault {
  const master = masterOf(secret)
  const former = previous === undefined ? null : masterOf(previous)
  // Weakly referenced: a key is garbage-collected with the stream head it was read with.
  const unwrapped = new WeakMap<Buffer, { streamId: string; seal: StreamSeal }>()

  const openKey = (streamId: string, wrappedKey: Buffer): { key: Buffer; isFormer: boolean } => {
    try {
      return { key: decrypt(master, wrappedKey, streamId), isFormer: false }
    } catch (error) {
      if (former === null) throw error
      return { key: decrypt(former, wrappedKey, streamId), isFormer: true }
    }
  }
  return {
    newKey: (streamId) => encrypt(master, randomBytes(keyBytes), streamId),
    unwrap: (streamId, wrappedKey) => {
      const known = unwrapped.get(wrappedKey)
      if (known?.streamId === streamId) return known.seal
      const seal = sealWith(keyOf(openKey(streamId, wrappedKey).key))
      unwrapped.set(wrappedKey, { streamId, seal })
      return seal
    },
    rewrap: (streamId, wrappedKey) => {
      const { key, isFormer } = openKey(streamId, wrappedKey)
      return isFormer ? encrypt(master, key, streamId) : null
    },
  }
}

const masterOf = (secret: string): KeyObject =>
  keyOf(hkdfSync('sha256', secret, '', 'rehearse personal data keys', keyBytes))

const sealWith = (key: KeyObject): StreamSeal => ({
  close: (name, personal) => encrypt(key, Buffer.from(JSON.stringify(personal)), name),
  open: (name, sealed) => JSON.parse(decrypt(key, sealed, name).toString('utf8')) as object,
})

/**
 * Created once for many uses: a cipher that receives bytes creates a key object each time, which costs more than the
 * encryption itself.
 */
const keyOf = (bytes: ArrayBuffer | Buffer): KeyObject => createSecretKey(Buffer.from(bytes as ArrayBuffer))

function encrypt(key: KeyObject, plain: Buffer, belongsTo: string): Buffer {
  const iv = nextIv()
  const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.from(belongsTo))
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted])
}

const ivs = Buffer.alloc(ivBytes * 512)
let ivsUsed = ivs.length

/** Random bytes are generated in bulk, since each call costs as much as encrypting a short text. */
function nextIv(): Buffer {
  if (ivsUsed === ivs.length) {
    randomFillSync(ivs)
    ivsUsed = 0
  }
  ivsUsed += ivBytes
  return Buffer.from(ivs.subarray(ivsUsed - ivBytes, ivsUsed))
}

function decrypt(key: KeyObject, sealed: Buffer, belongsTo: string): Buffer {
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, ivBytes), { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(belongsTo)).setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()])
}
