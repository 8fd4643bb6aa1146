import type { Challenge, ChallengeStanding } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent } from 'react'
import { useSession } from '../../shared/api/session.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { runnerQuery } from '../../shared/runner/runner-query.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Markdown } from '../../shared/ui/markdown/markdown.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { isPlainJavaScript, languagesOf } from './code.ts'
import { useCodingMessages } from './coding-messages.ts'
import { ConsoleOutput } from './console-output.tsx'
import { GiveUp } from './give-up.tsx'
import { Hints } from './hints.tsx'
import { Outcome } from './outcome.tsx'
import { Solution } from './solution.tsx'
import { useAttempts } from './use-attempts.ts'
import { useChallengeRun } from './use-challenge-run.ts'
import { useKeptCode } from './use-kept-code.ts'
import styles from './workbench.module.css'

const EditorTabs = lazy(() => import('./editor/editor-tabs.tsx'))

/** Between the last key and the page being drawn anew, in milliseconds. */
const PREVIEW_DELAY = 500

/** Where a challenge is solved: what is asked, the code, its page, and what the tests say of it. */
export function Workbench({
  challenge,
  standing,
}: {
  challenge: Challenge
  standing: ChallengeStanding | undefined
}) {
  const coding = useCodingMessages()
  const { codeEditor } = useMessages()
  const session = useSession()
  const { data: origin = null, isError: noRunner, isSuccess } = useQuery(runnerQuery)
  const { code, edition, isStarter, edit, reset } = useKeptCode(challenge)
  const { host, state, preview, test, forget } = useChallengeRun(challenge, origin, coding.preview)
  const { record, giveUp, toAttempt } = useAttempts(challenge)
  const plain = isPlainJavaScript(challenge)

  const testing = state.running === 'tests'
  // Whoever tests right after the last key waits for the tests, not for the page.
  useEffect(() => {
    if (plain || origin === null || testing) return
    const timer = setTimeout(() => void preview(code), PREVIEW_DELAY)
    return () => clearTimeout(timer)
  }, [code, origin, plain, preview, testing])

  const runTests = useEffectEvent(async () => {
    if (testing) return
    const tested = await test(code)
    if (tested && session) record.mutate(toAttempt(tested))
  })
  const startOver = () => {
    reset()
    forget()
    record.reset()
  }

  return (
    <div className={styles.bench}>
      <section aria-label={coding.task} className={styles.task}>
        <Markdown text={challenge.description} />
        <Hints hints={challenge.hints} />
      </section>

      <section aria-label={coding.code} className={styles.work}>
        <Suspense fallback={<Skeleton heights={[2.75, 18]} />}>
          <EditorTabs
            key={edition}
            languages={languagesOf(challenge)}
            first={challenge.category}
            code={code}
            onEdit={edit}
            onRun={() => void runTests()}
          />
        </Suspense>
        <p className={styles.hint}>{codeEditor.hint}</p>
        <div className={styles.actions}>
          <Button
            variant="primary"
            pending={testing}
            disabled={origin === null}
            onClick={() => void runTests()}
          >
            {testing ? coding.running : coding.run} <kbd aria-hidden>Ctrl ↵</kbd>
          </Button>
          <Button disabled={isStarter} onClick={startOver}>
            {coding.reset}
          </Button>
          {!challenge.solution && (
            <GiveUp
              pending={giveUp.isPending || standing?.opened === 'given-up'}
              error={giveUp.error}
              onGiveUp={() => giveUp.mutate()}
            />
          )}
        </div>
        {(noRunner || (isSuccess && origin === null)) && <Alert tone="warning">{coding.noRunner}</Alert>}
      </section>

      <div className={styles.seen}>
        {!plain && (
          <section aria-labelledby="preview" className={styles.preview}>
            <h2 id="preview">{coding.preview}</h2>
            <div ref={host} className={styles.frame} />
          </section>
        )}
        {plain && <div ref={host} hidden />}
        {state.stopped && (
          <Alert tone="warning" title={coding.stopped[state.stopped]}>
            {coding.codeKept}
          </Alert>
        )}
        <Outcome
          challenge={challenge}
          code={code}
          tested={state.tested}
          record={record}
          toAttempt={toAttempt}
        />
        <ConsoleOutput entries={state.console} />
        {challenge.solution && (
          <Solution solution={challenge.solution} explanation={challenge.explanation ?? ''} />
        )}
      </div>
    </div>
  )
}
