import type { RunConsoleEntry } from '@rehearse/contracts'
import { Check, Circle, RotateCcw, X } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useSession } from '../../shared/api/session.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { keyboardScrollable } from '../../shared/ui/keyboard.ts'
import { useErrorText } from '../../shared/ui/load-failed.tsx'
import { useSignInPrompt } from '../../shared/ui/sign-in-prompt.ts'
import { Tag } from '../../shared/ui/tag.tsx'
import { ConsoleLines } from './console-output.tsx'
import type { Place } from './file-tabs.tsx'
import { useCodingMessages } from './messages.en.ts'
import styles from './outcome.module.css'
import type { useAttempts } from './use-attempts.ts'
import type { Problem, Tested } from './use-challenge-run.ts'
import { useWorkbenchMessages } from './workbench-messages.en.ts'

const TextDiff = lazy(() => import('./text-diff.tsx'))

type Attempts = ReturnType<typeof useAttempts>

/** A test, a mutant or a problem of a review, with its result. */
export interface Case {
  id: string
  name: string
  description?: string
  /** Undefined until it has run. */
  passed: boolean | undefined
  /** Whether it can run alone. */
  isTest?: boolean
  call?: string | undefined
  expected?: string | undefined
  received?: string | undefined
  error?: string | undefined
  console?: readonly RunConsoleEntry[] | undefined
  /** Where it failed. */
  place?: Place | undefined
}

/** Every case with its result, and the points of the attempt. */
export function Outcome({
  title,
  empty,
  cases,
  tested,
  problem,
  paths,
  changedSince,
  record,
  toAttempt,
  onJump,
  onRerun,
}: {
  title: string
  /** Shown while there are no cases. */
  empty: string
  cases: readonly Case[]
  tested: Tested | null
  problem: Problem | null
  /** Of the files that the learner can open. */
  paths: readonly string[]
  changedSince: boolean
  onJump: (place: Place) => void
  /** Runs one case alone; undefined if the kind can't. */
  onRerun: ((id: string) => void) | undefined
} & Pick<Attempts, 'record' | 'toAttempt'>) {
  const coding = useCodingMessages()
  const { common } = useMessages()
  const bench = useWorkbenchMessages()
  const format = useFormat()
  const errorText = useErrorText()
  const session = useSession()
  const ask = useSignInPrompt((state) => state.ask)
  const passed = cases.filter((one) => one.passed).length
  const total = cases.length
  const added = record.data?.result.pointsAdded ?? 0

  return (
    <section aria-labelledby="tests" className={styles.outcome}>
      <h2 id="tests" className={styles.heading}>
        {title}
        {tested && !problem && (
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
            !problem &&
            (passed === total ? coding.announceAll : coding.announceSome(passed, total))}
      </p>
      {problem && (
        <Alert
          tone="error"
          title={
            problem.path === undefined
              ? coding.syntaxError(problem.line === null ? null : format.number(problem.line))
              : bench.notRunnable
          }
          action={
            problem.path !== undefined &&
            paths.includes(problem.path) && <JumpButton place={placeOf(problem)} onJump={onJump} />
          }
        >
          <code dir="ltr">{problem.text.replace(/^Uncaught /, '')}</code>
        </Alert>
      )}
      {tested && total > 0 && passed === total && !session && (
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
      {cases.length === 0 && <p className={styles.note}>{empty}</p>}
      <ol className="plain-list">
        {cases.map((one) => (
          <CaseRow
            key={one.id}
            shown={one}
            place={one.place && paths.includes(one.place.path) ? one.place : null}
            onJump={onJump}
            onRerun={onRerun}
          />
        ))}
      </ol>
    </section>
  )
}

/** One case: whether it passed; if not, the call with the expected and the received value. */
function CaseRow({
  shown,
  place,
  onJump,
  onRerun,
}: {
  shown: Case
  place: Place | null
  onJump: (place: Place) => void
  onRerun: ((id: string) => void) | undefined
}) {
  const coding = useCodingMessages()
  const bench = useWorkbenchMessages()
  const { id, name, description = '', passed, isTest, call, expected, received, error } = shown
  const state = passed === undefined ? 'waiting' : passed ? 'right' : 'wrong'
  const Icon = { waiting: Circle, right: Check, wrong: X }[state]
  return (
    <li className={styles.test}>
      <span className={classNames(styles.sign, styles[state])}>
        <Icon aria-hidden size={18} />
        <span className="visually-hidden">{coding.testStates[state]}: </span>
      </span>
      <div className={styles.words}>
        <p dir="auto" className={styles.name}>
          {name}
        </p>
        {description !== '' && (
          <p dir="auto" className={styles.description}>
            {description}
          </p>
        )}
        {passed === false && (
          <>
            <dl className={styles.values}>
              {call !== undefined && <Value label={coding.call} text={call} />}
              {expected !== undefined && <Value label={coding.expected} text={expected} />}
              {expected !== undefined && (received !== undefined || error === undefined) && (
                <Value label={coding.got} text={received ?? coding.gotNothing} tone={styles.wrong} />
              )}
              {error !== undefined && <Value label={coding.error} text={error} tone={styles.wrong} />}
            </dl>
            {expected !== undefined && received !== undefined && hasLines(expected, received) && (
              <Suspense>
                <TextDiff before={expected} after={received} labels={[coding.expected, coding.got]} />
              </Suspense>
            )}
            {shown.console && shown.console.length > 0 && <ConsoleLines entries={shown.console} />}
            {(place || (onRerun && isTest)) && (
              <p className={styles.actions}>
                {place && <JumpButton place={place} onJump={onJump} />}
                {onRerun && isTest && (
                  <Button size="small" variant="ghost" onClick={() => onRerun(id)}>
                    <RotateCcw aria-hidden size={14} />
                    {bench.rerun}
                    <span className="visually-hidden">: {name}</span>
                  </Button>
                )}
              </p>
            )}
          </>
        )}
      </div>
    </li>
  )
}

const placeOf = ({ path = '', line }: Problem): Place => ({ path, line: line ?? 1 })

function JumpButton({ place, onJump }: { place: Place; onJump: (place: Place) => void }) {
  const bench = useWorkbenchMessages()
  return (
    <Button size="small" onClick={() => onJump(place)}>
      <span>
        {bench.goTo}{' '}
        <bdi dir="ltr">
          {place.path}:{place.line}
        </bdi>
      </span>
    </Button>
  )
}

const hasLines = (...texts: readonly string[]): boolean => texts.some((text) => text.includes('\n'))

function Value({ label, text, tone }: { label: string; text: string; tone?: string | undefined }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd {...keyboardScrollable}>
        <code dir="ltr" className={tone}>
          {text}
        </code>
      </dd>
    </div>
  )
}
