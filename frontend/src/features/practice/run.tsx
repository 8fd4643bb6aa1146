import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router'
import { useProgress } from '../../shared/api/progress.ts'
import { useSession } from '../../shared/api/session.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { newId } from '../../shared/new-id.ts'
import { Button } from '../../shared/ui/button.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Meter } from '../../shared/ui/meter.tsx'
import { useSignInPrompt } from '../../shared/ui/sign-in-prompt.ts'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { useCountUp } from '../../shared/ui/use-count-up.ts'
import { useMediaQuery } from '../../shared/ui/use-media-query.ts'
import { totalsOf } from './grade-locally.ts'
import type { ContinuedSession } from './kept-session.ts'
import { QuestionView } from './question-view.tsx'
import styles from './run.module.css'
import { runQuery } from './run-query.ts'
import sessionPanelStyles from './session-panel.module.css'
import type { SessionSettings } from './session-settings.ts'
import { type RunState, useRun } from './use-run.ts'

const RunEnd = lazy(async () => ({ default: (await import('./run-end.tsx')).RunEnd }))
const QuestionStrip = lazy(async () => ({ default: (await import('./question-strip.tsx')).QuestionStrip }))
const UnfinishedNote = lazy(async () => ({ default: (await import('./unfinished-note.tsx')).UnfinishedNote }))
const NothingToPractice = lazy(async () => ({ default: (await import('./run-end.tsx')).NothingToPractice }))

export interface RunProps {
  settings: SessionSettings
  seed: string
  /** Ids of questions whose solution was shown; answers add to it. */
  shown: Set<string>
  /** A session that is continued. */
  kept?: ContinuedSession | undefined
  chooser: ReactNode
  /** Called with the session's id as soon as it can be continued. */
  onBegun: (id: string) => void
  onRestart: () => void
}

/** Up to twenty questions, one at a time. */
export function Run({ settings, seed, shown, kept, chooser, onBegun, onRestart }: RunProps) {
  const { practice } = useMessages()
  const format = useFormat()
  const session = useSession()
  // A visitor who signs up during the session keeps the same questions.
  const [uid] = useState(session?.uid ?? null)
  const [{ id, startedAt }] = useState(() => kept ?? { id: newId(), startedAt: new Date().toISOString() })
  const selected = useQuery({ ...runQuery(settings, seed, uid), enabled: !kept })
  const { error, refetch } = selected
  const questions = kept?.questions ?? selected.data
  const run = useRun(questions, shown, kept)
  const paths = useProgress().data?.learningPaths
  const [pathsBefore, setPathsBefore] = useState(paths)
  if (run.answers.length === 0 && pathsBefore !== paths) setPathsBefore(paths)
  const { answers, corrected, isOver } = run
  const keep = useEffectEvent(async () => {
    if (!questions || questions.length < 2) return
    const { keepSession } = await import('./kept-session.ts')
    keepSession({ id, settings, startedAt, questions, run }, session?.uid ?? null)
    onBegun(id)
  })
  const hasBegun = answers.length > 0
  useEffect(() => {
    if (hasBegun && (answers || corrected || isOver)) void keep()
  }, [hasBegun, answers, corrected, isOver])
  const { question, position, total } = run
  const label = practice.positionLabel(format.number(position + 1), format.number(total))
  return (
    <div className={styles.layout}>
      <div className={styles.column}>
        {(!questions || total === 0) && <h1 className="visually-hidden">{practice.title}</h1>}
        <div className={styles.bar}>
          {chooser}
          {question && (
            <span data-numeric className={styles.position}>
              <span className="visually-hidden">{label}</span>
              <span aria-hidden>{practice.position(format.number(position + 1), format.number(total))}</span>
              {run.isRepeat && ` · ${practice.missedOnly}`}
            </span>
          )}
        </div>
        {!kept && !hasBegun && (
          <Suspense>
            <UnfinishedNote settings={settings} />
          </Suspense>
        )}
        {question && <Meter label={label} value={position + 1} max={total} />}
        <div className={styles.stage}>
          {error && !questions && (
            <LoadFailed title={practice.loadFailed} error={error} onRetry={() => void refetch()} />
          )}
          {!error && !questions && <Skeleton heights={[1.5, 2.5, 8, 3.5, 3.5, 3.5, 3.5]} />}
          {questions && total === 0 && (
            <Suspense>
              <NothingToPractice mode={settings.mode} />
            </Suspense>
          )}
          {question && (
            <QuestionView
              key={run.key}
              question={question}
              settings={settings}
              answerId={run.answerIdOf(question.id)}
              takesFocus={run.takesFocus}
              isScored={run.isScored}
              isLast={run.isLast}
              onGraded={run.graded}
              onRetry={run.retry}
              onNext={run.next}
            />
          )}
          {run.isOver && (
            <Suspense>
              <RunEnd run={run} settings={settings} pathsBefore={pathsBefore} onRestart={onRestart} />
            </Suspense>
          )}
        </div>
      </div>
      {question && <SessionPanel run={run} />}
    </div>
  )
}

/** From here on there is room for the strip of questions, which is then as wide and as high as the styles say. */
const WIDE = '(min-width: 90rem)'
const STRIP_COLUMNS = 5
/** In rem. */
const STRIP_ROW = 2.75

/** The results of this session so far, and the current streak. */
function SessionPanel({ run }: { run: RunState }) {
  const { answers, repeats, setRepeats, total: count } = run
  const isWide = useMediaQuery(WIDE)
  const { practice } = useMessages()
  const format = useFormat()
  const session = useSession()
  const { data: progress } = useProgress()
  const signUp = useSignInPrompt((state) => state.openSignUp)
  const total = totalsOf(answers)
  const points = useCountUp(total.points)
  const streak = progress?.currentStreak ?? 0
  const shownStreak = useCountUp(streak)
  return (
    <aside aria-labelledby="session" className={sessionPanelStyles.panel}>
      <h2 id="session" className={sessionPanelStyles.title}>
        {practice.session}
      </h2>
      <dl data-numeric className={sessionPanelStyles.figures}>
        <div>
          <dt>{practice.answered}</dt>
          <dd>{format.number(total.answered)}</dd>
        </div>
        <div>
          <dt>{practice.rightCount}</dt>
          <dd>{format.number(total.right)}</dd>
        </div>
        {session && (
          <div>
            <dt>{practice.pointsCount}</dt>
            <dd className={sessionPanelStyles.lit}>{format.signed(points)}</dd>
          </div>
        )}
        <div>
          <dt>{practice.time}</dt>
          <dd>{format.stopwatch(total.timeSpent)}</dd>
        </div>
      </dl>
      {isWide && (
        <Suspense fallback={<Skeleton heights={[Math.ceil(count / STRIP_COLUMNS) * STRIP_ROW]} />}>
          <QuestionStrip run={run} />
        </Suspense>
      )}
      {session ? (
        <p className={sessionPanelStyles.streak}>
          <span data-numeric className={sessionPanelStyles.days}>
            {format.number(shownStreak)}
          </span>{' '}
          <span>{practice.streakNote(streak)}</span>
        </p>
      ) : (
        <div className={sessionPanelStyles.visitor}>
          <p>{practice.visitorNote}</p>
          <Button onClick={signUp}>{practice.visitorAction}</Button>
        </div>
      )}
      <label className={sessionPanelStyles.repeats}>
        <input type="checkbox" checked={repeats} onChange={(event) => setRepeats(event.target.checked)} />
        {practice.repeatMissed}
      </label>
      <Link to="/practice" className={sessionPanelStyles.ways}>
        {practice.otherModes}
      </Link>
    </aside>
  )
}
