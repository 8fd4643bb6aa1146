import type {
  Challenge,
  ChallengeAttemptInput,
  RunConsoleEntry,
  RunSyntaxError,
  RunTestReport,
} from '@rehearse/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useOwnWrite } from '../../shared/account/use-own-write.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { learnerApi } from '../../shared/api/client.ts'
import { updateProgress } from '../../shared/api/progress.ts'
import { newId } from '../../shared/new-id.ts'
import { type ChallengeCode, isPlainJavaScript } from './code.ts'
import { type CodeRun, type RunEnd, runInFrame } from './run-in-frame.ts'

export interface TestedCode {
  code: ChallengeCode
  results: readonly RunTestReport[]
  syntaxError: RunSyntaxError | null
}

interface RunState {
  running: 'preview' | 'tests' | null
  console: readonly RunConsoleEntry[]
  /** Why the page was removed, if it was. */
  stopped: Exclude<RunEnd, 'done' | 'stopped'> | null
  tested: TestedCode | null
}

const initialRunState: RunState = { running: null, console: [], stopped: null, tested: null }

/**
 * Runs a challenge's code: as a preview, and with its tests. There is one frame at a time; after a test run a fresh
 * preview replaces it.
 */
export function useChallengeRun(challenge: Challenge, origin: string | null, title: string) {
  const host = useRef<HTMLDivElement>(null)
  const current = useRef<CodeRun>(null)
  const shown = useRef<ChallengeCode>(null)
  const [state, setState] = useState(initialRunState)

  const start = useCallback(
    async (kind: 'preview' | 'tests', code: ChallengeCode) => {
      if (origin === null || host.current === null) return null
      current.current?.stop()
      shown.current = code
      // Browsers throttle frames outside the viewport: events tied to rendering, such as a dialog's close, would
      // never fire.
      if (kind === 'tests') host.current.scrollIntoView?.({ block: 'nearest' })
      const run = runInFrame(
        {
          kind: isPlainJavaScript(challenge) ? 'javascript' : 'document',
          ...code,
          tests: kind === 'tests' ? challenge.testCases : [],
        },
        {
          origin,
          host: host.current,
          title,
          onLost: (reason) => setState((before) => ({ ...before, stopped: stopReason(reason) })),
        },
      )
      current.current = run
      const outcome = await run.outcome
      return current.current === run && outcome.end !== 'stopped' ? outcome : null
    },
    [challenge, origin, title],
  )

  const preview = useCallback(
    async (code: ChallengeCode) => {
      if (shown.current === code) return
      setState((before) => ({ ...before, running: 'preview' }))
      const outcome = await start('preview', code)
      if (!outcome) return
      const { end, console } = outcome
      setState((before) => ({ ...before, running: null, console, stopped: stopReason(end) }))
    },
    [start],
  )

  const test = useCallback(
    async (code: ChallengeCode): Promise<TestedCode | null> => {
      if (origin === null) return null
      setState((before) => ({ ...before, running: 'tests' }))
      const outcome = await start('tests', code)
      if (!outcome) return null
      const tested = { code, results: outcome.results, syntaxError: outcome.syntaxError }
      setState({ running: null, console: outcome.console, stopped: stopReason(outcome.end), tested })
      if (outcome.end === 'done') void start('preview', code)
      // If the runner is unreachable, there is no result.
      return outcome.end === 'unreachable' ? null : tested
    },
    [origin, start],
  )

  const forget = useCallback(() => setState(initialRunState), [])

  useEffect(() => () => current.current?.stop(), [])
  return { host, state, preview, test, forget }
}

const stopReason = (end: RunEnd): RunState['stopped'] => (end === 'done' || end === 'stopped' ? null : end)

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

  const toAttempt = ({ code, results }: TestedCode): ChallengeAttemptInput => {
    const now = performance.now()
    const timeSpent = Math.min((now - since.current) / MINUTE, LONGEST_ATTEMPT)
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

/** If the account has no room for more code, the score is saved without it. */
async function sendAttempt(attempt: ChallengeAttemptInput) {
  const send = (body: ChallengeAttemptInput) => learnerApi.post('/api/progress/challenges', { body })
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

const isChallengeQuery = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[2] === 'challenges'
