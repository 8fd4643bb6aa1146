import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useSession } from '../../shared/api/session.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Meter } from '../../shared/ui/meter.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { QuestionView } from './question-view.tsx'
import type { Round } from './round.ts'
import styles from './run.module.css'
import { runQuery } from './run-query.ts'
import { SessionPanel } from './session-panel.tsx'
import { emptyTally } from './tally.ts'

const RunEnd = lazy(() => import('./run-end.tsx'))
const NothingToPractise = lazy(() => import('./nothing-to-practise.tsx'))

/** Up to twenty questions, one at a time. */
export function Run({
  round,
  seed,
  chooser,
  onAgain,
}: {
  round: Round
  seed: string
  chooser: ReactNode
  onAgain: () => void
}) {
  const { practice } = useMessages()
  const format = useFormat()
  const uid = useSession()?.uid ?? null
  const { data: questions, error, refetch } = useQuery(runQuery(round, seed, uid))
  const [position, setPosition] = useState(0)
  /** How often this question has been begun anew. */
  const [retries, setRetries] = useState(0)
  const [tally, setTally] = useState(emptyTally)

  const question = questions?.[position]
  const total = questions?.length ?? 0
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
            </span>
          )}
        </div>
        {question && <Meter label={label} value={position + 1} max={total} />}
        <div className={styles.stage}>
          {error && !questions && (
            <LoadFailed title={practice.loadFailed} error={error} onRetry={() => void refetch()} />
          )}
          {!error && !questions && <Skeleton heights={[1.5, 2.5, 8, 3.5, 3.5, 3.5, 3.5]} />}
          {questions && total === 0 && (
            <Suspense>
              <NothingToPractise mode={round.mode} />
            </Suspense>
          )}
          {question && (
            <QuestionView
              key={`${question.id} ${retries}`}
              question={question}
              round={round}
              takesFocus={position > 0 || retries > 0}
              isLast={position === total - 1}
              onGraded={(answer) => setTally((before) => [...before, { title: question.title, ...answer }])}
              onRetry={() => setRetries(retries + 1)}
              onNext={() => {
                setPosition(position + 1)
                setRetries(0)
              }}
            />
          )}
          {total > 0 && position >= total && (
            <Suspense>
              <RunEnd tally={tally} mode={round.mode} onAgain={onAgain} />
            </Suspense>
          )}
        </div>
      </div>
      {total > 0 && position < total && <SessionPanel tally={tally} />}
    </div>
  )
}
