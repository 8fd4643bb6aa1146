import { useCallback, useEffect, useRef, useState } from 'react'
import { type CodeRun, runInFrame } from '../../shared/runner/run-in-frame.ts'
import { type Authored, stateOf, type Verdicts } from './authored.ts'

/** Runs a challenge's tests on its starter code, then on its solution, whose page stays to be looked at. */
export function useTwoRuns(origin: string | null, title: string) {
  const host = useRef<HTMLDivElement>(null)
  const current = useRef<CodeRun>(null)
  const [running, setRunning] = useState(false)
  const [verdicts, setVerdicts] = useState<Verdicts | null>(null)
  const [failed, setFailed] = useState(false)

  const run = useCallback(
    async (challenge: Authored) => {
      if (origin === null || host.current === null) return
      const at = { origin, host: host.current, title }
      const { starterCode, solution, testCases } = challenge
      const isPlain = challenge.category === 'javascript' && !starterCode.html && !starterCode.css
      const kind = isPlain ? 'javascript' : 'document'
      const runOf = async (code: Authored['solution']) => {
        current.current?.stop()
        current.current = runInFrame({ kind, ...code, tests: testCases }, at)
        return current.current.outcome
      }
      setRunning(true)
      setFailed(false)
      const outcomes = [await runOf(starterCode), await runOf(solution)] as const
      if (outcomes.some(({ end }) => end === 'stopped')) return
      const [starter, solved] = outcomes
      setRunning(false)
      // A runner that was not there has judged nothing.
      setFailed(outcomes.some(({ end }) => end === 'unreachable'))
      setVerdicts({ of: stateOf(challenge), starter: starter.results, solution: solved.results })
    },
    [origin, title],
  )

  useEffect(() => () => current.current?.stop(), [])
  return { host, running, verdicts: failed ? null : verdicts, failed, run }
}
