import { scriptLibraryUrl } from 'virtual:challenge-libraries'
import type { Challenge } from '@rehearse/contracts'
import { RUN_TIME_LIMIT } from '@rehearse/contracts/constants'
import { useQuery } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { type Ref, useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { runnerQuery } from './api.ts'
import styles from './challenge-bench.module.css'
import { libraryOf } from './libraries.ts'
import { type BenchMessages, useBenchMessages } from './messages.en.ts'
import { runInFrame } from './run-in-frame.ts'

/**
 * Runs the tests of a draft.
 * @returns why it can't be published; null if its solution passes and its starter doesn't, or if what runs is as in
 *   the stored challenge
 */
type Proof = (draft: Authored, stored: Authored | undefined) => Promise<string | null>

/** Shown beside the form of a challenge: its tests, run on the starter code and on the solution. */
export function ChallengeBench({
  challenge,
  proof,
}: {
  challenge: Authored
  proof?: Ref<Proof> | undefined
}) {
  const messages = useBenchMessages()
  const { data: origin = null, isSuccess, isError } = useQuery(runnerQuery)
  const { host, running, verdicts, failed, run } = useTwoRuns(origin, messages.page)
  const isOld = verdicts !== null && verdicts.of !== stateOf(challenge)
  const reports = (of: 'starter' | 'solution') =>
    new Map(verdicts?.[of].results.map((report) => [report.testId, report]))
  const [starter, solution] = [reports('starter'), reports('solution')]
  const verdict = verdicts && summarize(verdicts)

  useImperativeHandle(
    proof,
    () => async (draft, stored) => {
      if (stored && stateOf(stored) === stateOf(draft)) return null
      const found = await run(draft)
      if (found === null) return messages.noRunner
      const { solved, open } = summarize(found)
      return solved ? (open ? null : messages.mustFail) : messages.mustPass
    },
    [run, messages],
  )

  return (
    <section aria-labelledby="bench" className={styles.bench}>
      <h3 id="bench">{messages.title}</h3>
      <p className={styles.note}>{messages.lead}</p>
      <Button
        pending={running}
        disabled={origin === null || isEmpty(challenge)}
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
            title={messages.solution(passedIn(verdicts.solution), verdicts.solution.results.length)}
          >
            {!verdict.solved && messages.mustPass}
          </Alert>
          <Alert
            tone={verdict.open ? 'success' : 'error'}
            title={messages.starter(passedIn(verdicts.starter), verdicts.starter.results.length)}
          >
            {!verdict.open && messages.mustFail}
          </Alert>
          {isOld && <p className={styles.note}>{messages.old}</p>}
          <ol className="plain-list">
            {[...new Set([...solution.keys(), ...starter.keys()])].map((id) => (
              <TestResultRow
                key={id}
                name={nameOf(challenge, id, messages)}
                starter={starter.get(id)}
                solution={solution.get(id)}
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
  const current = useRef<{ stop(): void }>(null)
  const [running, setRunning] = useState(false)
  const [verdicts, setVerdicts] = useState<Verdicts | null>(null)
  const [failed, setFailed] = useState(false)

  const run = useCallback(
    async (challenge: Authored): Promise<Verdicts | null> => {
      if (origin === null || host.current === null) return null
      setRunning(true)
      setFailed(false)
      const start = (next: { stop(): void }) => {
        current.current?.stop()
        current.current = next
      }
      const outcomes = await runBoth(challenge, { origin, host: host.current, title }, start).catch(
        () => null,
      )
      if (outcomes?.some(({ end }) => end === 'stopped')) return null
      setRunning(false)
      const [starter, solution] = outcomes ?? []
      // If the runner is unreachable, there is no result.
      if (!starter || !solution || [starter, solution].some(({ end }) => end === 'unreachable')) {
        setFailed(true)
        return null
      }
      const found = { of: stateOf(challenge), starter, solution }
      setVerdicts(found)
      return found
    },
    [origin, title],
  )

  useEffect(() => () => current.current?.stop(), [])
  return { host, running, verdicts: failed ? null : verdicts, failed, run }
}

interface At {
  origin: string
  host: HTMLElement
  title: string
}

/** The outcomes of the starter and of the solution. @param start takes each run, so that it can be stopped */
async function runBoth(
  challenge: Authored,
  at: At,
  start: (run: { stop(): void }) => void,
): Promise<[Outcome, Outcome]> {
  const { kind, category, starterCode, solution, testCases, problems } = challenge
  const timeLimit = challenge.timeLimit ?? RUN_TIME_LIMIT
  if (kind === 'web') {
    const library = await libraryOf(scriptLibraryUrl)
    const isPlain = category === 'javascript' && !starterCode.html && !starterCode.css
    const runOf = async (code: Authored['solution']): Promise<Outcome> => {
      const kind = isPlain ? 'javascript' : 'document'
      const run = runInFrame({ kind, library, ...code, tests: testCases }, { ...at, timeLimit })
      start(run)
      const { end, results } = await run.outcome
      const expected = new Map(testCases.map((test) => [test.id, test.expectedOutput]))
      return { end, results: results.map((one) => ({ ...one, expected: expected.get(one.testId) })) }
    }
    return [await runOf(starterCode), await runOf(solution)]
  }
  if (kind === 'review') {
    const { gradeReview } = await import('./grade-review.ts')
    const marks = problems.map(({ path, from, category: found }) => ({ path, line: from, category: found }))
    const grade = (given: typeof marks): Outcome => ({
      end: 'done',
      results: gradeReview({ problems }, given),
    })
    return [grade([]), grade(marks)]
  }
  const [{ runFiles }, { openTypeChecker }] = await Promise.all([
    import('./run-files.ts'),
    import('./type-checker.ts'),
  ])
  const checker = openTypeChecker(kind)
  try {
    const runOf = async (texts: Authored['solutionFiles']): Promise<Outcome> => {
      const run = runFiles({ ...challenge, timeLimit }, texts, { ...at, checker })
      start(run)
      const { end, results } = await run.outcome
      // Types alone prove nothing: there must be a test.
      return { end, results: results.some(({ testId }) => testId !== 'types') ? results : [] }
    }
    return [await runOf([]), await runOf(challenge.solutionFiles)]
  } finally {
    checker.close()
  }
}

/** A test with both results, and the value the solution returned if it is wrong. */
function TestResultRow({
  name,
  starter,
  solution,
}: {
  name: string
  starter: Report | undefined
  solution: Report | undefined
}) {
  const messages = useBenchMessages()
  return (
    <li className={styles.row}>
      <p dir="auto">{name}</p>
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
          {solution.expected !== undefined && (
            <>
              <dt>{messages.expected}</dt>
              <dd>
                <code>{solution.expected}</code>
              </dd>
            </>
          )}
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
export type Authored = Pick<
  Challenge,
  'kind' | 'category' | 'starterCode' | 'testCases' | 'files' | 'mutants' | 'problems'
> & {
  solution: Challenge['starterCode']
  solutionFiles: NonNullable<Challenge['solutionFiles']>
  /** Null while its field is empty. */
  timeLimit?: number | null
}

interface Report {
  testId: string
  passed: boolean
  expected?: string | undefined
  got?: string
  error?: string
}

interface Outcome {
  end: string
  results: readonly Report[]
}

interface Verdicts {
  /** The draft the verdicts belong to: editing makes them outdated. */
  of: string
  starter: Outcome
  solution: Outcome
}

/** Identifies one version of a draft. */
const stateOf = (draft: Authored): string =>
  JSON.stringify([
    ...[draft.kind, draft.category, draft.starterCode, draft.testCases, draft.solution],
    ...[draft.files, draft.solutionFiles, draft.mutants, draft.problems, draft.timeLimit],
  ])

const isEmpty = ({ kind, testCases, files }: Authored): boolean =>
  (kind === 'web' ? testCases : files).length === 0

/** What a result is about: a test, the types, or for `tests` the code and its mutants. */
function nameOf({ testCases, mutants }: Authored, id: string, messages: BenchMessages): string {
  if (id === 'types') return messages.types
  if (id === 'reference') return messages.reference
  const mutant = /^mutant-(\d+)$/.exec(id)?.[1]
  return testCases.find((test) => test.id === id)?.name ?? mutants[Number(mutant) - 1]?.name ?? id
}

const passedIn = ({ results }: Outcome): number => results.filter(({ passed }) => passed).length

/** A valid challenge is solvable and unsolved: its solution passes every test, its starter code doesn't. */
function summarize({ starter, solution }: Verdicts): { solved: boolean; open: boolean } {
  const passes = ({ end, results }: Outcome) =>
    end === 'done' && results.length > 0 && results.every(({ passed }) => passed)
  return { solved: passes(solution), open: !passes(starter) }
}
