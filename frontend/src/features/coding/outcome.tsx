import type { Challenge, RunTestReport } from '@rehearse/contracts'
import { Check, Circle, X } from 'lucide-react'
import { useSession } from '../../shared/api/session.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { codeLanguages } from '../../shared/ui/code-language.ts'
import { useErrorText } from '../../shared/ui/load-failed.tsx'
import { useSignInPrompt } from '../../shared/ui/sign-in-prompt.ts'
import { Tag } from '../../shared/ui/tag.tsx'
import type { ChallengeCode } from './code.ts'
import { useCodingMessages } from './messages.en.ts'
import styles from './outcome.module.css'
import type { TestedCode, useAttempts } from './use-challenge-run.ts'

type Attempts = ReturnType<typeof useAttempts>

/** Every test with its result, and the points of the attempt. */
export function Outcome({
  challenge,
  code,
  tested,
  record,
  toAttempt,
}: {
  challenge: Challenge
  code: ChallengeCode
  tested: TestedCode | null
} & Pick<Attempts, 'record' | 'toAttempt'>) {
  const coding = useCodingMessages()
  const { common } = useMessages()
  const format = useFormat()
  const errorText = useErrorText()
  const session = useSession()
  const ask = useSignInPrompt((state) => state.ask)
  const reports = new Map(tested?.results.map((report) => [report.testId, report]))
  const syntaxError = tested?.syntaxError ?? null
  const passed = tested?.results.filter((report) => report.passed).length ?? 0
  const total = challenge.testCases.length
  const added = record.data?.result.pointsAdded ?? 0
  const changedSince = tested !== null && codeLanguages.some((name) => tested.code[name] !== code[name])

  return (
    <section aria-labelledby="tests" className={styles.outcome}>
      <h2 id="tests" className={styles.heading}>
        {coding.testsTitle}
        {tested && !syntaxError && (
          <Tag tone={passed === total ? 'ok' : 'quiet'}>
            {coding.passed(format.number(passed), format.number(total))}
          </Tag>
        )}
        {added > 0 && (
          <Tag>
            <span aria-hidden>{format.signed(added)}</span>
            <span className="visually-hidden">{common.points(added)}</span>
          </Tag>
        )}
      </h2>
      <p role="status" className={changedSince ? styles.note : 'visually-hidden'}>
        {changedSince
          ? coding.changedSince
          : tested &&
            !syntaxError &&
            (passed === total ? coding.announceAll : coding.announceSome(passed, total))}
      </p>
      {syntaxError && (
        <Alert
          tone="error"
          title={coding.syntaxError(syntaxError.line === null ? null : format.number(syntaxError.line))}
        >
          <code dir="ltr">{syntaxError.text.replace(/^Uncaught /, '')}</code>
        </Alert>
      )}
      {tested && passed === total && !session && (
        <Alert
          tone="info"
          action={
            <Button onClick={() => ask(() => record.mutate(toAttempt(tested)))}>{coding.signInToKeep}</Button>
          }
        >
          {coding.visitorPassed}
        </Alert>
      )}
      {record.isError && record.variables && (
        <Alert
          tone="error"
          title={coding.recordFailed}
          action={<Button onClick={() => record.mutate(record.variables)}>{common.retry}</Button>}
        >
          {errorText(record.error)}
        </Alert>
      )}
      <ol className="plain-list">
        {challenge.testCases.map((test) => (
          <TestRow key={test.id} test={test} report={syntaxError ? undefined : reports.get(test.id)} />
        ))}
      </ol>
    </section>
  )
}

/** One test: whether it passed; if not, the call with the expected and the received value. */
function TestRow({
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
        {report && !report.passed && (
          <dl className={styles.values}>
            <div>
              <dt>{coding.call}</dt>
              <dd>
                <code dir="ltr">{test.input}</code>
              </dd>
            </div>
            <div>
              <dt>{coding.expected}</dt>
              <dd>
                <code dir="ltr">{test.expectedOutput}</code>
              </dd>
            </div>
            <div>
              <dt>{report.error === undefined ? coding.got : coding.error}</dt>
              <dd>
                <code dir="ltr" className={styles[state]}>
                  {report.error ?? report.got ?? coding.gotNothing}
                </code>
              </dd>
            </div>
          </dl>
        )}
      </div>
    </li>
  )
}
