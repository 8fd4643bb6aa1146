import type { Challenge, RunTestReport } from '@rehearse/contracts'
import { Tag } from '../../shared/ui/tag.tsx'
import { useBenchMessages } from './bench-messages.ts'
import styles from './challenge-bench.module.css'

/** One test, what came of it on either side, and what the solution's value was where it is the wrong one. */
export function VerdictRow({
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
