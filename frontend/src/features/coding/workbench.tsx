import type { Challenge, ChallengeProgress } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useSession } from '../../shared/api/session.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { keyboardScrollable } from '../../shared/ui/keyboard.ts'
import { Markdown } from '../../shared/ui/markdown/markdown.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { useMediaQuery } from '../../shared/ui/use-media-query.ts'
import { runnerQuery } from './api.ts'
import { casesOf } from './cases.ts'
import { filesOf, firstFile, hasPreview, hasTypes, isOpen, isSame, textsOf } from './code.ts'
import { ConsoleOutput } from './console-output.tsx'
import { DraftConflict } from './draft-conflict.tsx'
import { ErrorList } from './error-list.tsx'
import type { Place } from './file-tabs.tsx'
import { GiveUp } from './give-up.tsx'
import { Hints } from './hints.tsx'
import { InterviewTimer } from './interview-timer.tsx'
import { useCodingMessages } from './messages.en.ts'
import { Outcome } from './outcome.tsx'
import { CarryCode } from './project-steps.tsx'
import { MARKS_FILE, marksOf, printMarks, toggleMark } from './review-marks.ts'
import { ReviewPanel } from './review-panel.tsx'
import { SplitPane } from './split-pane.tsx'
import { useAttempts } from './use-attempts.ts'
import { useChallengeRun } from './use-challenge-run.ts'
import { useCodeFormat } from './use-code-format.ts'
import { useDraft } from './use-draft.ts'
import { useTypeChecks } from './use-type-checks.ts'
import { panelOf, type View, ViewTabs } from './view-tabs.tsx'
import styles from './workbench.module.css'
import { useWorkbenchMessages } from './workbench-messages.en.ts'

const FileTabs = lazy(() => import('./file-tabs.tsx'))
const Solutions = lazy(() => import('./solutions.tsx'))
const ConfirmDialog = lazy(() => import('../../shared/ui/confirm-dialog.tsx'))

/** How long after the last key press the preview is rendered. Milliseconds. */
const PREVIEW_DELAY = 500

/** The page to solve a challenge: the description, the code, its preview, and the results. */
export function Workbench({
  challenge,
  progress,
  onTested,
}: {
  challenge: Challenge
  progress: ChallengeProgress | undefined
  /** In an interview, which has its own clock, and neither hints nor solutions: gets the result of each test run. */
  onTested?: (tests: { passed: number; total: number }) => void
}) {
  const coding = useCodingMessages()
  const bench = useWorkbenchMessages()
  const { codeEditor, common } = useMessages()
  const format = useFormat()
  const session = useSession()
  const isNarrow = useMediaQuery('(max-width: 62rem)')
  const { data: origin = null, isError: noRunner, isSuccess } = useQuery(runnerQuery)
  const { texts, replacement, isStarter, saved, conflict, edit, replaceFile, reset, take, resolve } =
    useDraft(challenge)
  const { checker, state: checkState, errors } = useTypeChecks(challenge, texts)
  const { host, state, preview, test, rerun, forget } = useChallengeRun(
    challenge,
    origin,
    checker,
    coding.preview,
  )
  const { record, giveUp, toAttempt } = useAttempts(challenge)
  const formatting = useCodeFormat(replaceFile)
  const files = useMemo(() => filesOf(challenge), [challenge])
  const [open, setOpen] = useState(() => firstFile(challenge))
  const [place, setPlace] = useState<Place | null>(null)
  const [view, setView] = useState<View>('task')
  const [marking, setMarking] = useState<Place | null>(null)
  const [resetting, setResetting] = useState(false)

  const isReview = challenge.kind === 'review'
  const shown = useMemo(() => ({ ...textsOf(challenge.files), ...texts }), [challenge, texts])
  const marks = useMemo(() => (isReview ? marksOf(texts) : null), [isReview, texts])
  const canRerun = challenge.kind === 'typescript' || challenge.kind === 'react'
  const testing = state.running === 'tests'
  const withPreview = hasPreview(challenge)
  const isRunnable = isReview || (origin !== null && (checker !== null || !hasTypes(challenge)))
  // A test run right after the last key press replaces the pending preview.
  useEffect(() => {
    if (!withPreview || !isRunnable || testing) return
    const timer = setTimeout(() => void preview(texts), PREVIEW_DELAY)
    return () => clearTimeout(timer)
  }, [texts, isRunnable, withPreview, preview, testing])

  const runTests = useEffectEvent(async () => {
    if (testing || !isRunnable) return
    setView('result')
    const tested = await test(texts)
    if (!tested || tested.results.length === 0) return
    const passed = tested.results.filter((result) => result.passed).length
    onTested?.({ passed, total: tested.results.length })
    if (session) record.mutate(toAttempt(tested))
  })
  const startOver = () => {
    setResetting(false)
    reset()
    forget()
    record.reset()
  }
  const jump = (to: Place) => {
    setView('code')
    setOpen(to.path)
    setPlace({ ...to })
  }
  const formatOpen = () => {
    const file = files.find(({ path }) => path === open)
    if (file && !file.readOnly) void formatting.format(open, shown[open] ?? '')
  }

  return (
    <>
      {isNarrow && <ViewTabs view={view} onChange={setView} />}
      <SplitPane
        first={
          <section
            aria-label={coding.task}
            className={styles.task}
            {...keyboardScrollable}
            {...panelOf('task', view, isNarrow)}
          >
            <Markdown text={challenge.description} />
            {!onTested && <Hints hints={challenge.hints} />}
          </section>
        }
        second={
          <div className={styles.bench}>
            <section aria-label={coding.code} className={styles.work} {...panelOf('code', view, isNarrow)}>
              {isStarter && !onTested && <CarryCode challenge={challenge} onTake={take} />}
              {conflict && (
                <DraftConflict mine={texts} other={conflict.files} onChoose={(choice) => resolve(choice)} />
              )}
              <Suspense fallback={<Skeleton heights={[2.75, 18]} />}>
                <FileTabs
                  files={files}
                  texts={shown}
                  open={open}
                  place={place}
                  replacement={replacement}
                  errors={errors}
                  isTyped={hasTypes(challenge)}
                  checks={checker}
                  marks={marks}
                  onOpen={setOpen}
                  onEdit={(path, text) => {
                    if (!isReview) edit(path, text)
                  }}
                  onRun={() => void runTests()}
                  onFormat={formatOpen}
                  onMark={(path, line) => setMarking({ path, line })}
                />
              </Suspense>
              {hasTypes(challenge) && <ErrorList state={checkState} errors={errors} onJump={jump} />}
              {marks && (
                <ReviewPanel
                  marks={marks}
                  marking={marking}
                  onToggle={(mark) => edit(MARKS_FILE, printMarks(toggleMark(marks, mark)))}
                  onJump={jump}
                  onClose={() => {
                    setMarking(null)
                    if (marking) jump(marking)
                  }}
                />
              )}
              <p className={styles.hint}>
                {isReview ? bench.markHint : codeEditor.hint}{' '}
                <span>{saved === 'account' ? bench.savedAccount : bench.savedDevice}</span>
              </p>
              <div className={styles.actions}>
                <Button
                  variant="primary"
                  pending={testing}
                  disabled={!isRunnable}
                  onClick={() => void runTests()}
                >
                  {testing ? coding.running : isReview ? bench.submitReview : coding.run}{' '}
                  <kbd aria-hidden>Ctrl ↵</kbd>
                </Button>
                {!isReview && (
                  <Button size="small" pending={formatting.state === 'pending'} onClick={formatOpen}>
                    {bench.format} <kbd aria-hidden>Shift Alt F</kbd>
                  </Button>
                )}
                <Button size="small" disabled={isStarter} onClick={() => setResetting(true)}>
                  {coding.reset}
                </Button>
                {!onTested && !isOpen(challenge) && (
                  <GiveUp
                    pending={giveUp.isPending || progress?.opened === 'given-up'}
                    error={giveUp.error}
                    onGiveUp={() => giveUp.mutate()}
                  />
                )}
                {!onTested && <InterviewTimer id={challenge.id} difficulty={challenge.difficulty} />}
              </div>
              <p role="status" className={formatting.state === 'failed' ? styles.hint : 'visually-hidden'}>
                {formatting.state === 'failed' && bench.formatFailed}
                {formatting.state === 'done' && bench.formatted}
              </p>
              {!isReview && (noRunner || (isSuccess && origin === null)) && (
                <Alert tone="warning">{coding.noRunner}</Alert>
              )}
            </section>

            <div className={styles.seen} {...panelOf('result', view, isNarrow)}>
              {withPreview && (
                <section aria-labelledby="preview" className={styles.preview}>
                  <h2 id="preview">{coding.preview}</h2>
                  <div ref={host} className={styles.frame} />
                </section>
              )}
              {!withPreview && <div ref={host} hidden />}
              {state.stopped && (
                <Alert tone="warning" title={coding.stopped[state.stopped]}>
                  {state.stopped === 'timed-out' ? coding.tookTooLong : coding.codeSaved}
                </Alert>
              )}
              <Outcome
                title={isReview ? bench.verdict : coding.testsTitle}
                empty={isReview ? bench.notSubmitted : bench.notRunYet}
                cases={casesOf(challenge, state.tested, bench, format)}
                tested={state.tested}
                problem={state.tested?.problem ?? null}
                paths={files.map(({ path }) => path)}
                changedSince={state.tested !== null && !isSame(state.tested.texts, texts)}
                record={record}
                toAttempt={toAttempt}
                onJump={jump}
                onRerun={canRerun ? (id) => void rerun(texts, id) : undefined}
              />
              {!isReview && <ConsoleOutput entries={state.console} />}
              {!onTested && isOpen(challenge) && (
                // Collapsed, since the learner may still be working on their own.
                <details className={styles.solution}>
                  <summary>{coding.solution}</summary>
                  <Suspense fallback={<Skeleton heights={[6, 12]} />}>
                    <Solutions challenge={challenge} mine={texts} />
                  </Suspense>
                </details>
              )}
            </div>
          </div>
        }
      />
      {resetting && (
        <Suspense>
          <ConfirmDialog
            title={bench.resetTitle}
            text={bench.resetText}
            confirmLabel={coding.reset}
            cancelLabel={common.cancel}
            pending={false}
            onConfirm={startOver}
            onCancel={() => setResetting(false)}
          />
        </Suspense>
      )}
    </>
  )
}
