import type { ChallengeAttemptedData, ChallengeDefinedData, ChallengeOpenedData } from '@rehearse/contracts'
import { DomainError } from '@rehearse/contracts/errors'
import { eventIdOf, type IdentifiedEvent } from '../learner-store/commit-learners.ts'

/** What deciding an attempt at a challenge needs. */
export interface ChallengeState {
  /** The attempt of that id, if it was recorded before. */
  earlier: ChallengeAttemptedData | undefined
  /** The share of the full score of their best completed attempt, since a reset. */
  best: number
  /** Why they may read the solution, if they may. */
  opened: ChallengeOpenedData['reason'] | null
}

export type ChallengeAttempt = Omit<
  ChallengeAttemptedData,
  'challengeTitle' | 'category' | 'difficulty' | 'bestBefore'
>

const difficulties = { easy: 'beginner', medium: 'intermediate', hard: 'advanced' } as const

export const attemptEventId = (learnerId: string, attemptId: string): string =>
  eventIdOf(learnerId, 'challenge-attempt', attemptId.toLowerCase())

/**
 * The attempt, and with the first completed one the right to read the solution. None for an attempt that was recorded
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
  const { title, category, difficulty } = challenge
  const attempted: IdentifiedEvent = {
    type: 'ChallengeAttempted',
    eventId: attemptEventId(learnerId, attemptId),
    data: {
      ...attempt,
      challengeTitle: title,
      category,
      difficulty: difficulties[difficulty],
      bestBefore: best,
    },
  }
  if (!attempt.completed || opened !== null) return [attempted]
  return [attempted, openedBy('passed', learnerId, challengeId)]
}

/** Giving up opens the solution, once; what is open stays so. */
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
    // The same whatever the reason: a challenge is opened once.
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
