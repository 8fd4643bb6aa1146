import type { Challenge, ChallengeProgress, RunConsoleEntry } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { createElement, lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '../../shared/api/api-error.ts'
import { useSession } from '../../shared/api/session.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { codeLanguages, languageNames } from '../../shared/ui/code-language.ts'
import { keyboardScrollable } from '../../shared/ui/keyboard.ts'
import { useErrorText } from '../../shared/ui/load-failed.tsx'
import { CodeBlock } from '../../shared/ui/markdown/code-block.tsx'
import { Markdown } from '../../shared/ui/markdown/markdown.tsx'
import { useSignInPrompt } from '../../shared/ui/sign-in-prompt.ts'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { runnerQuery } from './api.ts'
import type { ChallengeCode } from './code.ts'
import { firstLanguage, isPlainJavaScript, languagesOf } from './code.ts'
import consoleOutputStyles from './console-output.module.css'
import hintsStyles from './hints.module.css'
import { useCodingMessages } from './messages.en.ts'
import { Outcome } from './outcome.tsx'
import solutionStyles from './solution.module.css'
import { useAttempts, useChallengeRun } from './use-challenge-run.ts'
import { useSavedCode } from './use-saved-code.ts'
import styles from './workbench.module.css'

const EditorTabs = lazy(() => import('./editor-tabs.tsx'))

/** How long after the last key press the preview is rendered. Milliseconds. */
const PREVIEW_DELAY = 500

/** The page to solve a challenge: the description, the code, its preview, and the test results. */
export function Workbench({
  challenge,
  progress,
}: {
  challenge: Challenge
  progress: ChallengeProgress | undefined
}) {
  const coding = useCodingMessages()
  const { codeEditor } = useMessages()
  const session = useSession()
  const { data: origin = null, isError: noRunner, isSuccess } = useQuery(runnerQuery)
  const { code, edition, isStarter, edit, reset } = useSavedCode(challenge)
  const { host, state, preview, test, forget } = useChallengeRun(challenge, origin, coding.preview)
  const { record, giveUp, toAttempt } = useAttempts(challenge)
  const plain = isPlainJavaScript(challenge)

  const testing = state.running === 'tests'
  // A test run right after the last key press replaces the pending preview.
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
    <div className={styles.bench} data-wide>
      <section aria-label={coding.task} className={styles.task} {...keyboardScrollable}>
        <Markdown text={challenge.description} />
        <Hints hints={challenge.hints} />
      </section>

      <section aria-label={coding.code} className={styles.work}>
        <Suspense fallback={<Skeleton heights={[2.75, 18]} />}>
          <EditorTabs
            key={edition}
            languages={languagesOf(challenge)}
            first={firstLanguage(challenge)}
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
              pending={giveUp.isPending || progress?.opened === 'given-up'}
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
            {coding.codeSaved}
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

/** The author's solution with its explanation; collapsed, since the learner may still be working on their own. */
function Solution({ solution, explanation }: { solution: ChallengeCode; explanation: string }) {
  const coding = useCodingMessages()
  return (
    <details className={solutionStyles.solution}>
      <summary>{coding.solution}</summary>
      <Markdown text={explanation} />
      {codeLanguages
        .filter((language) => solution[language] !== '')
        .map((language) => (
          <section key={language} aria-label={coding.solutionIn(languageNames[language])}>
            <h3>{languageNames[language]}</h3>
            <CodeBlock code={solution[language]} language={language} compact={false} />
          </section>
        ))}
    </details>
  )
}

/** Console output of the code, including uncaught errors. */
function ConsoleOutput({ entries }: { entries: readonly RunConsoleEntry[] }) {
  const coding = useCodingMessages()
  const lines = entries.map(({ level, text }, at) =>
    createElement(
      'span',
      { key: at, className: consoleOutputStyles[level] },
      // Show the level as text too, so that color isn't the only cue.
      (level === 'error' || level === 'warn') && <b>{coding.levels[level]} </b>,
      `${text}\n`,
    ),
  )
  return (
    <section aria-labelledby="console" className={consoleOutputStyles.console}>
      <h2 id="console">{coding.console}</h2>
      {entries.length === 0 ? (
        <p className={consoleOutputStyles.empty}>{coding.consoleEmpty}</p>
      ) : (
        <pre dir="ltr" className={consoleOutputStyles.lines} {...keyboardScrollable}>
          {lines}
        </pre>
      )}
    </section>
  )
}

/** Hints, shown one at a time. */
function Hints({ hints }: { hints: readonly string[] }) {
  const coding = useCodingMessages()
  const format = useFormat()
  const [shown, setShown] = useState(0)
  const list = useRef<HTMLOListElement>(null)
  // Focus the new hint, so that screen readers read it next.
  useEffect(() => {
    if (shown > 0) list.current?.querySelector<HTMLElement>('li:last-child')?.focus()
  }, [shown])
  if (hints.length === 0) return null
  return (
    <div className={hintsStyles.hints}>
      {shown > 0 && (
        <ol ref={list} className={hintsStyles.list}>
          {hints.slice(0, shown).map((hint) => (
            <li key={hint} tabIndex={-1}>
              <Markdown text={hint} />
            </li>
          ))}
        </ol>
      )}
      {shown < hints.length && (
        <Button size="small" onClick={() => setShown(shown + 1)}>
          {coding.showHint(format.number(shown + 1), format.number(hints.length))}
        </Button>
      )}
    </div>
  )
}

const ConfirmDialog = lazy(() => import('../../shared/ui/confirm-dialog.tsx'))

/** Reveals the solution after a confirmation; this can't be undone. */
function GiveUp({
  pending,
  error,
  onGiveUp,
}: {
  pending: boolean
  error: Error | null
  onGiveUp: () => void
}) {
  const coding = useCodingMessages()
  const { common } = useMessages()
  const session = useSession()
  const errorText = useErrorText()
  const ask = useSignInPrompt((state) => state.ask)
  const [asking, setAsking] = useState(false)
  const refused = error instanceof ApiError && error.isUnauthenticated
  return (
    <>
      <Button
        variant="ghost"
        pending={pending}
        onClick={() => (session ? setAsking(true) : ask(() => setAsking(true)))}
      >
        {pending ? coding.opening : coding.giveUp}
      </Button>
      {error && !refused && <Alert tone="error">{errorText(error)}</Alert>}
      {asking && (
        <Suspense>
          <ConfirmDialog
            title={coding.giveUpTitle}
            text={coding.giveUpText}
            confirmLabel={coding.giveUpConfirm}
            cancelLabel={common.cancel}
            pending={false}
            onConfirm={() => {
              setAsking(false)
              onGiveUp()
            }}
            onCancel={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  )
}
