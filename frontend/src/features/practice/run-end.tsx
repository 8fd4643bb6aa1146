import type { PathProgress } from '@rehearse/contracts'
import { useEffect, useRef } from 'react'
import { useSession } from '../../shared/api/session.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { useSignInPrompt } from '../../shared/ui/sign-in-prompt.ts'
import { Stat, Stats } from '../../shared/ui/stat.tsx'
import { CompletedSteps, useCompletedSteps } from './completed-steps.tsx'
import { useEndMessages } from './end-messages.en.ts'
import { totalsOf } from './grade-locally.ts'
import { usePracticeMessages } from './messages.en.ts'
import { MissedList } from './missed-list.tsx'
import { Moments } from './moments.tsx'
import styles from './run-end.module.css'
import type { Mode, SessionSettings } from './session-settings.ts'
import { StepLeft } from './step-left.tsx'
import type { RunState } from './use-run.ts'

/** The end of a session: the score, what was missed and how to improve, and other changes. */
export function RunEnd({
  run,
  settings,
  pathsBefore,
  onRestart,
}: {
  run: RunState
  settings: SessionSettings
  /** The state before the first answer; undefined if unknown. */
  pathsBefore: readonly PathProgress[] | undefined
  onRestart: () => void
}) {
  const { mode } = settings
  const messages = useEndMessages()
  const { practice } = useMessages()
  const format = useFormat()
  const session = useSession()
  const ask = useSignInPrompt((state) => state.openSignUp)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])
  const { answers, missed, corrected } = run
  const { answered, right, points, timeSpent } = totalsOf(answers)
  const moments = answers.flatMap((answer) => answer.moments)
  const completed = useCompletedSteps(pathsBefore)
  /** Only one button after the missed questions is primary. */
  const leads = missed.length > 0 || completed.length > 0 ? 'plain' : 'primary'
  const cards = missed.map(({ question }) => question.id)
  return (
    <section aria-labelledby="run-end" className={styles.end}>
      <div>
        <h1 id="run-end" ref={heading} tabIndex={-1}>
          {answered === 0
            ? messages.titleNone
            : messages.title(format.number(right), format.number(answered))}
        </h1>
        {answered === 0 && <p className={styles.text}>{messages.none}</p>}
        {answered > 0 && missed.length === 0 && <p className={styles.text}>{messages.perfect}</p>}
      </div>
      {session && <CompletedSteps uid={session.uid} paths={completed} />}
      {session && mode === 'step' && (
        <StepLeft
          uid={session.uid}
          pathId={settings.filters.learningPath ?? ''}
          stepId={settings.stepId ?? ''}
          onRestart={onRestart}
        />
      )}
      {answered > 0 && (
        <Stats>
          <Stat label={messages.correct} value={format.percent((right / answered) * 100)} />
          {session && <Stat label={messages.points} value={format.signed(points)} lit />}
          <Stat label={messages.time} value={format.stopwatch(timeSpent)} />
        </Stats>
      )}
      {missed.length > 0 && (
        <>
          <div className={styles.actions}>
            <Button variant={completed.length > 0 ? 'plain' : 'primary'} onClick={run.repeatMissed}>
              {messages.retry(missed.length)}
            </Button>
            {session && (
              <ButtonLink to={`/flashcards?questions=${cards.join(',')}`}>
                {messages.flashcards(missed.length)}
              </ButtonLink>
            )}
          </div>
          <p className={styles.note}>{messages.notScored}</p>
          <MissedList missed={missed} corrected={corrected} />
        </>
      )}
      <div className={styles.actions}>
        {mode === 'step' && (
          <ButtonLink
            to={`/learning-paths/${settings.filters.learningPath}/${settings.stepId}`}
            variant={leads}
          >
            {messages.toStep}
          </ButtonLink>
        )}
        {mode === 'interview' && (
          <ButtonLink to="/interview" variant={leads}>
            {messages.toInterview}
          </ButtonLink>
        )}
        {mode === 'step' || mode === 'interview' ? null : mode === 'one' ? (
          <ButtonLink to="/questions" variant={leads}>
            {messages.free}
          </ButtonLink>
        ) : (
          <Button variant={leads} onClick={onRestart}>
            {messages.more}
          </Button>
        )}
        <ButtonLink to="/practice" variant="ghost">
          {practice.otherModes}
        </ButtonLink>
        {session && (
          <ButtonLink to="/progress" variant="ghost">
            {messages.progress}
          </ButtonLink>
        )}
      </div>
      {moments.length > 0 && (
        <section aria-labelledby="moved">
          <h2 id="moved" className={styles.moved}>
            {messages.movedTitle}
          </h2>
          <Moments moments={moments} announced={false} />
        </section>
      )}
      {!session && answered > 0 && (
        <div className={styles.visitor}>
          <p>{messages.visitor}</p>
          <Button onClick={ask}>{messages.visitorAction}</Button>
        </div>
      )}
    </section>
  )
}

/** A session without questions: why, and where to find some. */
export function NothingToPractice({ mode }: { mode: Mode }) {
  const { practice } = useMessages()
  const messages = usePracticeMessages()
  if (mode !== 'free' && mode !== 'mock') {
    const guided = mode === 'guided'
    return (
      <EmptyState
        {...messages.nothing[mode]}
        action={
          <>
            {guided && (
              <ButtonLink to="/study-plans" variant="primary">
                {messages.toPlans}
              </ButtonLink>
            )}
            {mode === 'interview' && (
              <ButtonLink to="/interview" variant="primary">
                {messages.toInterview}
              </ButtonLink>
            )}
            <ButtonLink to="/questions" variant={guided || mode === 'interview' ? 'plain' : 'primary'}>
              {messages.toFree}
            </ButtonLink>
          </>
        }
      />
    )
  }
  return (
    <EmptyState
      title={practice.emptyTitle}
      text={practice.emptyText}
      action={
        <ButtonLink to="/questions" variant="primary">
          {practice.emptyAction}
        </ButtonLink>
      }
    />
  )
}
