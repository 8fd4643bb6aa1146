import type { ChallengeAttemptedData, ChallengeDefinedData, ChallengeOpenedData } from '@rehearse/contracts'
import { DomainError } from '@rehearse/contracts/errors'
import { STORED_LEVEL } from '@rehearse/contracts/questions/difficulty-words'
import { eventIdOf, type IdentifiedEvent } from '../learner-store/commit-learners.ts'

/** The state needed to decide on an attempt at a challenge. */
export interface ChallengeState {
  /** The recorded attempt with the same id, if any. */
  earlier: ChallengeAttemptedData | undefined
  /** The share of the full score of the learner's best completed attempt since a reset. */
  best: number
  /** Why the learner may read the solution; null if they may not. */
  opened: ChallengeOpenedData['reason'] | null
}

export type ChallengeAttempt = Omit<
  ChallengeAttemptedData,
  'kind' | 'challengeTitle' | 'category' | 'difficulty' | 'bestBefore'
>

export const attemptEventId = (learnerId: string, attemptId: string): string =>
  eventIdOf(learnerId, 'challenge-attempt', attemptId.toLowerCase())

/**
 * The event of the attempt; the first completed attempt also opens the solution. Empty if the attempt was recorded
 * before.
 * @throws {DomainError} conflict, `attempt_id_reused`
 */
export function attemptChallenge(
  attempt: ChallengeAttempt,
  challenge: ChallengeDefinedData,
  { earlier, best, opened }: ChallengeState,
): IdentifiedEvent[] {
  const { learnerId, challengeId, attemptId } = attempt
  if (earlier !== undefined) {
    if (earlier.challengeId !== challengeId) throw reusedAttemptId()
    return []
  }
  const { kind, title, category, difficulty } = challenge
  const attempted: IdentifiedEvent = {
    type: 'ChallengeAttempted',
    eventId: attemptEventId(learnerId, attemptId),
    data: {
      ...attempt,
      kind,
      challengeTitle: title,
      category,
      difficulty: STORED_LEVEL[difficulty],
      bestBefore: best,
    },
  }
  if (!attempt.completed || opened !== null) return [attempted]
  return [attempted, openedBy('passed', learnerId, challengeId)]
}

/** Giving up opens the solution once; an open solution stays open. */
export function giveUpChallenge(
  learnerId: string,
  challengeId: string,
  { opened }: Pick<ChallengeState, 'opened'>,
): IdentifiedEvent[] {
  return opened === null ? [openedBy('given-up', learnerId, challengeId)] : []
}

function openedBy(
  reason: ChallengeOpenedData['reason'],
  learnerId: string,
  challengeId: string,
): IdentifiedEvent {
  return {
    type: 'ChallengeOpened',
    // The id doesn't depend on the reason, since a challenge is opened only once.
    eventId: eventIdOf(learnerId, 'challenge-opened', challengeId),
    data: { learnerId, challengeId, reason },
  }
}

function reusedAttemptId(): DomainError {
  return new DomainError({
    kind: 'conflict',
    code: 'attempt_id_reused',
    message: 'Invalid progress data',
    details: [{ path: 'attemptId', message: 'was used for an attempt at another challenge' }],
  })
}
