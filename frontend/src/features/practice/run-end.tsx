import { lazy, Suspense, useEffect, useRef } from 'react'
import { useSession } from '../../shared/api/session.ts'
import { RUN_LENGTH } from '../../shared/constants.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { Figure, Figures } from '../../shared/ui/figure.tsx'
import { type RunAnswers, totalsOf } from './grade-locally.ts'
import { usePracticeMessages } from './messages.en.ts'
import styles from './run-end.module.css'
import type { Mode } from './session-settings.ts'

const RunPlot = lazy(() => import('./run-plot.tsx'))

/** After the last question: what the run brought, question by question, and three ways on. */
export function RunEnd({ answers, mode, onAgain }: { answers: RunAnswers; mode: Mode; onAgain: () => void }) {
  const { practice } = useMessages()
  const messages = usePracticeMessages()
  const format = useFormat()
  const session = useSession()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { answered, right, points, timeSpent } = totalsOf(answers)
  return (
    <section aria-labelledby="run-end">
      <h1 id="run-end" ref={heading} tabIndex={-1}>
        {practice.endTitle}
      </h1>
      <p className={styles.text}>
        {answered === 0 ? practice.endNone : practice.endText(format.number(answered), format.number(right))}
      </p>
      {answered > 0 && (
        <>
          <Figures>
            <Figure
              label={practice.rightCount}
              value={format.percent((right / answered) * 100)}
              line={practice.position(format.number(right), format.number(answered))}
            />
            {session && <Figure label={practice.pointsCount} value={format.signed(points)} lit />}
            <Figure label={practice.time} value={format.stopwatch(timeSpent)} />
          </Figures>
          <div className={styles.plot}>
            <Suspense>
              <RunPlot answers={answers} />
            </Suspense>
          </div>
        </>
      )}
      <div className={styles.actions}>
        {mode === 'one' ? (
          <ButtonLink to="/questions" variant="primary">
            {messages.toFree}
          </ButtonLink>
        ) : (
          <Button variant="primary" onClick={onAgain}>
            {practice.again(RUN_LENGTH)}
          </Button>
        )}
        <ButtonLink to="/practice">{practice.otherModes}</ButtonLink>
        <ButtonLink to="/dashboard" variant="ghost">
          {practice.toDashboard}
        </ButtonLink>
      </div>
    </section>
  )
}

/** A run without questions: why, and where there are some. */
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
            <ButtonLink to="/questions" variant={guided ? 'plain' : 'primary'}>
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
