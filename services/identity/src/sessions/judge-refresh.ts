import { REFRESH_GRACE } from '@rehearse/contracts'

/** What is known of a refresh token that was presented. */
export interface PresentedRefreshToken {
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
export type RefreshVerdict = 'rotate' | 'repeat' | 'reused' | 'refused'

export function judgeRefresh(token: PresentedRefreshToken, now: Date): RefreshVerdict {
  if (token.sessionEndedAt !== null) return 'refused'
  if (token.usedAt === null) return token.expiresAt > now ? 'rotate' : 'refused'
  return now.getTime() - token.usedAt.getTime() <= REFRESH_GRACE * 1000 ? 'repeat' : 'reused'
}
