import { DomainError, type Role, role, TOKEN_AUDIENCE, TOKEN_ISSUER } from '@rehearse/contracts'
import { type JWTVerifyGetKey, jwtVerify } from 'jose'

/** Whom a token speaks for. */
export interface Principal {
  /** The learner's or admin's id. */
  id: string
  role: Role
  /** The session the token belongs to; ending it revokes the token. */
  sessionId: string
  /** Milliseconds since the epoch. */
  expiresAt: number
}

export interface TokenVerifier {
  /** @throws {DomainError} 401 `invalid_token` for a token that is not ours, expired, tampered with or revoked. */
  verify(token: string): Promise<Principal>
  /** Refuses every token of a session from now on. */
  revokeSession(sessionId: string): void
}

/** A signature costs far more than a look-up; remembered tokens are still checked for expiry and revocation. */
const remembered = { tokens: 10_000, sessions: 100_000 }

/**
 * @param keys finds the public key for a token's header
 * @param now milliseconds since the epoch
 */
export function createTokenVerifier(keys: JWTVerifyGetKey, now: () => number = Date.now): TokenVerifier {
  const verified = new Map<string, Principal>()
  const revoked = new Set<string>()

  return {
    async verify(token) {
      const principal = verified.get(token) ?? (await verifySignature(token, keys, now))
      if (principal.expiresAt <= now() || revoked.has(principal.sessionId)) {
        verified.delete(token)
        throw invalidToken()
      }
      if (!verified.has(token)) {
        verified.set(token, principal)
        forgetOldest(verified, remembered.tokens)
      }
      return principal
    },
    revokeSession(sessionId) {
      revoked.add(sessionId)
      forgetOldest(revoked, remembered.sessions)
    },
  }
}

async function verifySignature(token: string, keys: JWTVerifyGetKey, now: () => number): Promise<Principal> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer: TOKEN_ISSUER,
      audience: TOKEN_AUDIENCE,
      algorithms: ['EdDSA', 'Ed25519'],
      requiredClaims: ['sub', 'sid', 'role', 'exp'],
      currentDate: new Date(now()),
    })
    return {
      id: String(payload.sub),
      role: role.parse(payload.role),
      sessionId: String(payload.sid),
      expiresAt: Number(payload.exp) * 1000,
    }
  } catch (error) {
    // The key set says itself when it has no keys yet: that is no fault of the token.
    if (error instanceof DomainError) throw error
    throw invalidToken(error)
  }
}

function invalidToken(cause?: unknown): DomainError {
  return new DomainError({
    kind: 'unauthenticated',
    code: 'invalid_token',
    message: 'Invalid authentication token',
    cause,
  })
}

/** Maps and sets keep the order of insertion, so the first entry is the oldest. */
function forgetOldest(entries: Map<string, unknown> | Set<string>, limit: number): void {
  if (entries.size <= limit) return
  const oldest = entries.keys().next().value
  if (oldest !== undefined) entries.delete(oldest)
}
