import type { Challenge, RunTestReport } from '@rehearse/contracts'
import { Check, Circle, X } from 'lucide-react'
import { classNames } from '../../shared/ui/class-names.ts'
import { useCodingMessages } from './coding-messages.ts'
import styles from './outcome.module.css'

/** One test: its sign and word, and where it failed what it wanted and what it got. */
export function TestRow({
  test,
  report,
}: {
  test: Challenge['testCases'][number]
  report: RunTestReport | undefined
}) {
  const coding = useCodingMessages()
  const state = report === undefined ? 'waiting' : report.passed ? 'right' : 'wrong'
  const Icon = { waiting: Circle, right: Check, wrong: X }[state]
  return (
    <li className={styles.test}>
      <span className={classNames(styles.sign, styles[state])}>
        <Icon aria-hidden size={18} />
        <span className="visually-hidden">{coding.testStates[state]}: </span>
      </span>
      <div className={styles.words}>
        <p dir="auto" className={styles.name}>
          {test.name}
        </p>
        {test.description !== '' && (
          <p dir="auto" className={styles.description}>
            {test.description}
          </p>
        )}
        {report && (
          <dl className={styles.values}>
            <div>
              <dt>{coding.expected}</dt>
              <dd>
                <code>{test.expectedOutput}</code>
              </dd>
            </div>
            <div>
              <dt>{report.error === undefined ? coding.got : coding.error}</dt>
              <dd>
                <code className={styles[state]}>{report.error ?? report.got ?? coding.gotNothing}</code>
              </dd>
            </div>
          </dl>
        )}
      </div>
    </li>
  )
}
