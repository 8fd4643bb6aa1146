import type { Challenge, RunTestReport } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { runnerQuery } from './api.ts'
import styles from './challenge-bench.module.css'
import { useBenchMessages } from './messages.en.ts'
import { type CodeRun, runInFrame } from './run-in-frame.ts'

/** Shown beside the form of a challenge: its tests, run on the starter code and on the solution. */
export function ChallengeBench({ challenge }: { challenge: Authored }) {
  const messages = useBenchMessages()
  const { data: origin = null, isSuccess, isError } = useQuery(runnerQuery)
  const { host, running, verdicts, failed, run } = useTwoRuns(origin, messages.page)
  const { testCases } = challenge
  const isOld = verdicts !== null && verdicts.of !== stateOf(challenge)
  const reports = (of: 'starter' | 'solution') =>
    new Map(verdicts?.[of].map((report) => [report.testId, report]))
  const [starter, solution] = [reports('starter'), reports('solution')]
  const verdict = verdicts && summarize(verdicts)

  return (
    <section aria-labelledby="bench" className={styles.bench}>
      <h3 id="bench">{messages.title}</h3>
      <p className={styles.note}>{messages.lead}</p>
      <Button
        pending={running}
        disabled={origin === null || testCases.length === 0}
        onClick={() => void run(challenge)}
      >
        <FlaskConical aria-hidden size={16} />
        {running ? messages.running : messages.run}
      </Button>
      {(isError || failed || (isSuccess && origin === null)) && (
        <Alert tone="warning">{messages.noRunner}</Alert>
      )}
      {verdicts && verdict && (
        <>
          <Alert
            tone={verdict.solved ? 'success' : 'error'}
            title={messages.solution(passedIn(verdicts.solution), verdicts.solution.length)}
          >
            {!verdict.solved && messages.mustPass}
          </Alert>
          <Alert
            tone={verdict.open ? 'success' : 'error'}
            title={messages.starter(passedIn(verdicts.starter), verdicts.starter.length)}
          >
            {!verdict.open && messages.mustFail}
          </Alert>
          {isOld && <p className={styles.note}>{messages.old}</p>}
          <ol className="plain-list">
            {testCases.map((test) => (
              <TestResultRow
                key={test.id}
                test={test}
                starter={starter.get(test.id)}
                solution={solution.get(test.id)}
              />
            ))}
          </ol>
        </>
      )}
      <div ref={host} className={styles.frame} hidden={verdicts === null && !running} />
    </section>
  )
}

/** Runs a challenge's tests on its starter code, then on its solution, whose page stays visible. */
function useTwoRuns(origin: string | null, title: string) {
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
      // If the runner is unreachable, there is no result.
      setFailed(outcomes.some(({ end }) => end === 'unreachable'))
      setVerdicts({ of: stateOf(challenge), starter: starter.results, solution: solved.results })
    },
    [origin, title],
  )

  useEffect(() => () => current.current?.stop(), [])
  return { host, running, verdicts: failed ? null : verdicts, failed, run }
}

/** A test with both results, and the value the solution returned if it is wrong. */
function TestResultRow({
  test,
  starter,
  solution,
}: {
  test: Challenge['testCases'][number]
  starter: RunTestReport | undefined
  solution: RunTestReport | undefined
}) {
  const messages = useBenchMessages()
  return (
    <li className={styles.row}>
      <p dir="auto">{test.name}</p>
      <p className={styles.sides}>
        {starter && <Tag>{starter.passed ? messages.starterPasses : messages.starterFails}</Tag>}
        {solution && (
          <Tag tone={solution.passed ? 'ok' : 'bad'}>
            {solution.passed ? messages.solutionPasses : messages.solutionFails}
          </Tag>
        )}
      </p>
      {solution && !solution.passed && (
        <dl className={styles.values}>
          <dt>{messages.expected}</dt>
          <dd>
            <code>{test.expectedOutput}</code>
          </dd>
          <dt>{messages.got}</dt>
          <dd>
            <code>{solution.error ?? solution.got ?? messages.nothing}</code>
          </dd>
        </dl>
      )}
    </li>
  )
}

/** The parts of a draft challenge that can be run. */
export type Authored = Pick<Challenge, 'category' | 'starterCode' | 'testCases'> & {
  solution: Challenge['starterCode']
}

interface Verdicts {
  /** The draft the verdicts belong to: editing makes them outdated. */
  of: string
  starter: readonly RunTestReport[]
  solution: readonly RunTestReport[]
}

/** Identifies one version of a draft. */
const stateOf = ({ category, starterCode, testCases, solution }: Authored): string =>
  JSON.stringify([category, starterCode, testCases, solution])

const passedIn = (reports: readonly RunTestReport[]): number => reports.filter(({ passed }) => passed).length

/** A valid challenge is solvable and unsolved: its solution passes every test, its starter code doesn't. */
function summarize({ starter, solution }: Verdicts): { solved: boolean; open: boolean } {
  return { solved: passedIn(solution) === solution.length, open: passedIn(starter) < starter.length }
}
