import { useQuery } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { runnerQuery } from '../../shared/runner/runner-query.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { type Authored, judge, passedIn, stateOf } from './authored.ts'
import { useBenchMessages } from './bench-messages.ts'
import styles from './challenge-bench.module.css'
import { useTwoRuns } from './use-two-runs.ts'
import { VerdictRow } from './verdict-row.tsx'

/** Beside a challenge that is being written: its tests, run on its starter code and on its solution. */
export function ChallengeBench({ challenge }: { challenge: Authored }) {
  const messages = useBenchMessages()
  const { data: origin = null, isSuccess, isError } = useQuery(runnerQuery)
  const { host, running, verdicts, failed, run } = useTwoRuns(origin, messages.page)
  const { testCases } = challenge
  const isOld = verdicts !== null && verdicts.of !== stateOf(challenge)
  const reports = (of: 'starter' | 'solution') =>
    new Map(verdicts?.[of].map((report) => [report.testId, report]))
  const [starter, solution] = [reports('starter'), reports('solution')]
  const verdict = verdicts && judge(verdicts)

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
              <VerdictRow
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
