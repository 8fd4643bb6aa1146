import { LEARNER_TOKEN_TTL, REFRESH_GRACE, REFRESH_TOKEN_TTL } from '@rehearse/contracts'
import type { AccessToken, TokenIssuer } from '../keys/token-issuer.ts'
import type { Db, Trx } from '../tables.ts'
import { endSession } from './end-session.ts'
import { hashRefreshToken, type SuccessorOf } from './refresh-token.ts'
import {
  forgetUsedTokens,
  insertRefreshToken,
  lockRefreshToken,
  markRefreshTokenUsed,
} from './refresh-token-repository.ts'
import { invalidToken } from './refusals.ts'
import { extendSession } from './session-repository.ts'

interface Dependencies {
  db: Db
  tokens: TokenIssuer
  successorOf: SuccessorOf
}

interface Exchange {
  subjectId: string
  sessionId: string
  /** When the presented token was exchanged: what the new pair is dated by, however often it is given out. */
  exchangedAt: Date
}

/**
 * Exchanges a refresh token for a new pair of tokens. For a while the old one gives that same pair again; after that
 * its reuse ends the session.
 * @throws {DomainError} 401 `invalid_token`
 */
export async function refreshSession(
  { db, tokens, successorOf }: Dependencies,
  presented: string,
): Promise<AccessToken & { refreshToken: string }> {
  const successor = successorOf(presented)
  const exchange = await db.transaction().execute((trx) => exchangeToken(trx, presented, successor))
  // Thrown out here: the end of the family, written in that transaction, must be committed.
  if (exchange === null) throw invalidToken()
  // Ed25519 signatures are deterministic, so the same claims are the same token.
  const access = await tokens.issue({
    subjectId: exchange.subjectId,
    sessionId: exchange.sessionId,
    role: 'learner',
    issuedAt: exchange.exchangedAt,
    ttl: LEARNER_TOKEN_TTL,
  })
  return { ...access, refreshToken: successor }
}

async function exchangeToken(trx: Trx, presented: string, successor: string): Promise<Exchange | null> {
  const hash = hashRefreshToken(presented)
  const token = await lockRefreshToken(trx, hash)
  if (token === undefined) return null
  const { sessionId, subjectId } = token
  const verdict = judgeRefresh(token, token.now)
  switch (verdict) {
    case 'rotate': {
      const exchangedAt = await markRefreshTokenUsed(trx, hash)
      await insertRefreshToken(trx, { hash: hashRefreshToken(successor), sessionId, ttl: REFRESH_TOKEN_TTL })
      await forgetUsedTokens(trx, sessionId)
      await extendSession(trx, sessionId, REFRESH_TOKEN_TTL)
      return { subjectId, sessionId, exchangedAt }
    }
    case 'repeat':
      return token.usedAt && { subjectId, sessionId, exchangedAt: token.usedAt }
    case 'reused':
      await endSession(trx, sessionId, 'refresh-token-reused')
      return null
    case 'refused':
      return null
    default:
      return verdict satisfies never
  }
}

/** What is known of a refresh token that was presented. */
interface PresentedRefreshToken {
  expiresAt: Date
  /** When it was exchanged for its successor. */
  usedAt: Date | null
  sessionEndedAt: Date | null
}

/**
 * - `rotate`: exchange it for a new pair
 * - `repeat`: it was exchanged a moment ago (two tabs, a lost reply): answer with that same pair
 * - `reused`: it was exchanged long ago, so either this or the holder of its successor stole it: end the family
 * - `refused`: it is worth nothing
 */
type RefreshVerdict = 'rotate' | 'repeat' | 'reused' | 'refused'

export function judgeRefresh(token: PresentedRefreshToken, now: Date): RefreshVerdict {
  if (token.sessionEndedAt !== null) return 'refused'
  if (token.usedAt === null) return token.expiresAt > now ? 'rotate' : 'refused'
  return now.getTime() - token.usedAt.getTime() <= REFRESH_GRACE * 1000 ? 'repeat' : 'reused'
}
