import type {
  Challenge,
  ChallengeAttemptInput,
  challengeAttemptReply,
  challengeGivenUpReply,
} from '@rehearse/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useOwnWrite } from '../../shared/account/use-own-write.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { learnerApi } from '../../shared/api/client.ts'
import { progressMoved } from '../../shared/api/progress.ts'
import type { Reply } from '../../shared/api/reply.ts'
import { newId } from '../../shared/new-id.ts'
import type { TestedCode } from './use-challenge-run.ts'

const MINUTE = 60_000
/** A page may stay open for days; nobody works on one attempt for longer. */
const LONGEST = 24 * 60

/**
 * Records attempts, each under an id that stays the same however often it is sent, and opens the solution to who gives
 * up. An attempt's time is what has passed since the one before.
 */
export function useAttempts(challenge: Challenge) {
  const queryClient = useQueryClient()
  const since = useRef(performance.now())
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['challenges', 'one', challenge.id] })

  const record = useOwnWrite({
    mutationFn: sendAttempt,
    onSuccess: async ({ progress, result }) => {
      progressMoved(queryClient, progress)
      await queryClient.invalidateQueries({ queryKey: ['progress', progress.userId, 'challenges'] })
      if (result.completed) await refresh()
    },
  })
  const giveUp = useOwnWrite({
    mutationFn: () =>
      learnerApi.post<Reply<typeof challengeGivenUpReply>>(
        `/api/progress/challenges/${challenge.id}/give-up`,
      ),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['progress'], predicate: isStanding })
      await refresh()
    },
  })

  const toAttempt = ({ code, results }: TestedCode): ChallengeAttemptInput => {
    const now = performance.now()
    const timeSpent = Math.min((now - since.current) / MINUTE, LONGEST)
    since.current = now
    const score = results.filter(({ passed }) => passed).length
    return {
      attemptId: newId(),
      challengeId: challenge.id,
      code,
      results: [...results],
      score,
      maxScore: results.length,
      completed: score === results.length,
      timeSpent,
      attemptedAt: new Date().toISOString(),
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    }
  }
  return { record, giveUp, toAttempt }
}

/** Where the account has no room for more code, the score is saved without it. */
async function sendAttempt(attempt: ChallengeAttemptInput) {
  const send = (body: ChallengeAttemptInput) =>
    learnerApi.post<Reply<typeof challengeAttemptReply>>('/api/progress/challenges', { body })
  try {
    return await send(attempt)
  } catch (error) {
    const isCodeRefused =
      error instanceof ApiError &&
      error.code === 'quota_exceeded' &&
      error.details.some(({ path }) => path === 'challenge-code')
    if (!isCodeRefused) throw error
    return send({ ...attempt, code: {} })
  }
}

const isStanding = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[2] === 'challenges'
