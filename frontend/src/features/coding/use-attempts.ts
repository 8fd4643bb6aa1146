import type { Challenge, ChallengeAttemptInput } from '@rehearse/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useOwnWrite } from '../../shared/account/use-own-write.ts'
import { learnerApi } from '../../shared/api/client.ts'
import { updateProgress } from '../../shared/api/progress.ts'
import { newId } from '../../shared/new-id.ts'
import { sendAttempt } from '../../shared/offline/attempt-queue.ts'
import { type Texts, writtenFiles } from './code.ts'
import type { Tested } from './use-challenge-run.ts'

const MINUTE = 60_000
/** The longest time recorded for an attempt, in minutes: a page may stay open for days. */
const LONGEST_ATTEMPT = 24 * 60

/**
 * Records attempts, each with an id that stays the same across retries, and reveals the solution to a learner who
 * gives up. An attempt's time is the time since the previous one.
 */
export function useAttempts(challenge: Challenge) {
  const queryClient = useQueryClient()
  const since = useRef(performance.now())
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['challenges', 'one', challenge.id] })

  const record = useOwnWrite({
    mutationFn: sendAttempt,
    // Offline it fails at once, and stays on this device.
    networkMode: 'always',
    onSuccess: async ({ progress, result }) => {
      updateProgress(queryClient, progress)
      await queryClient.invalidateQueries({ queryKey: ['progress', progress.userId, 'challenges'] })
      if (result.completed) await refresh()
    },
  })
  const giveUp = useOwnWrite({
    mutationFn: () => learnerApi.post(`/api/progress/challenges/${challenge.id}/give-up`),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['progress'], predicate: isChallengeQuery })
      await refresh()
    },
  })
  const sendAgain = useEffectEvent(() => {
    if (record.isError && record.variables) record.mutate(record.variables)
  })
  useEffect(() => {
    const listen = () => sendAgain()
    addEventListener('online', listen)
    return () => removeEventListener('online', listen)
  }, [])

  const toAttempt = ({ texts, results }: Tested): ChallengeAttemptInput => {
    const now = performance.now()
    const timeSpent = Math.min((now - since.current) / MINUTE, LONGEST_ATTEMPT)
    since.current = now
    const score = results.filter(({ passed }) => passed).length
    return {
      attemptId: newId(),
      challengeId: challenge.id,
      ...sent(challenge, texts),
      results: results.map(({ testId, passed, got, error }) => ({
        testId,
        passed,
        ...(got !== undefined && { got }),
        ...(error !== undefined && { error }),
      })),
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

/** What the learner wrote, as the server takes it. */
const sent = ({ kind }: Challenge, texts: Texts): Pick<ChallengeAttemptInput, 'code' | 'files'> =>
  kind === 'web' ? { code: texts, files: [] } : { code: {}, files: writtenFiles(texts) }

const isChallengeQuery = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[2] === 'challenges'
