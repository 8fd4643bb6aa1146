import { createHash, createHmac, hkdfSync } from 'node:crypto'

/**
 * The PKCE verifier and the nonce that belong to a state. They are derived from it and a secret of the server, like a
 * refresh token's successor: any replica finds them again, and the database holds nothing worth stealing.
 */
export type HandshakeSecrets = (state: string) => { codeVerifier: string; nonce: string }

/** @param secret the configured secret; the key used here is derived from it for this purpose alone */
export function handshakeSecrets(secret: string): HandshakeSecrets {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'rehearse oauth handshake', 32))
  const derive = (purpose: string, state: string) =>
    createHmac('sha256', key).update(`${purpose} ${state}`).digest('base64url')
  return (state) => ({ codeVerifier: derive('verifier', state), nonce: derive('nonce', state) })
}

/** What is stored of a state, and of the browser's half. */
export const hashOfSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()
