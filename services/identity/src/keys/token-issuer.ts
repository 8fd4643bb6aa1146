import { type Role, TOKEN_AUDIENCE, TOKEN_ISSUER } from '@rehearse/contracts'
import { SignJWT } from 'jose'
import { type SigningKeys, signatureAlgorithm } from './signing-keys.ts'

export interface TokenClaims {
  subjectId: string
  sessionId: string
  role: Role
  issuedAt: Date
  /** Seconds from `issuedAt`. */
  ttl: number
  /** Of a learner's account. */
  accountCreatedAt?: Date
}

export interface AccessToken {
  token: string
  expiresAt: Date
}

export interface TokenIssuer {
  /** The same claims give the same token, even after a key rotation. */
  issue(claims: TokenClaims): Promise<AccessToken>
}

export function createTokenIssuer(keys: SigningKeys): TokenIssuer {
  return {
    async issue(claims) {
      const { kid, privateKey } = keys.signingAt(claims.issuedAt)
      const issuedAt = Math.floor(claims.issuedAt.getTime() / 1000)
      const expiresAt = issuedAt + claims.ttl
      const token = await new SignJWT({
        sid: claims.sessionId,
        role: claims.role,
        ...(claims.accountCreatedAt && { created: Math.floor(claims.accountCreatedAt.getTime() / 1000) }),
      })
        .setProtectedHeader({ alg: signatureAlgorithm, kid, typ: 'JWT' })
        .setSubject(claims.subjectId)
        .setIssuer(TOKEN_ISSUER)
        .setAudience(TOKEN_AUDIENCE)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(privateKey)
      return { token, expiresAt: new Date(expiresAt * 1000) }
    },
  }
}
