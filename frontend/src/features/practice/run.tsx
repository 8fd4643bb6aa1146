import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Meter } from '../../shared/ui/meter.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import type { Filters } from './filters.ts'
import { QuestionView } from './question-view.tsx'
import styles from './run.module.css'
import { RunEnd } from './run-end.tsx'
import { runQuery } from './run-query.ts'
import { SessionPanel } from './session-panel.tsx'
import { addToTally, emptyTally } from './tally.ts'

/** Up to twenty questions, one at a time. */
export function Run({
  filters,
  seed,
  chooser,
  onAgain,
}: {
  filters: Filters
  seed: string
  chooser: ReactNode
  onAgain: () => void
}) {
  const { practice } = useMessages()
  const format = useFormat()
  const { data: questions, error, refetch } = useQuery(runQuery(filters, seed))
  const [position, setPosition] = useState(0)
  const [tally, setTally] = useState(emptyTally)

  const question = questions?.[position]
  const total = questions?.length ?? 0
  return (
    <div className={styles.layout}>
      <div className={styles.column}>
        {(!questions || total === 0) && <h1 className="visually-hidden">{practice.title}</h1>}
        <div className={styles.bar}>
          {chooser}
          {question && (
            <span data-numeric className={styles.position}>
              <span className="visually-hidden">
                {practice.positionLabel(format.number(position + 1), format.number(total))}
              </span>
              <span aria-hidden>{practice.position(format.number(position + 1), format.number(total))}</span>
            </span>
          )}
        </div>
        {question && (
          <Meter
            label={practice.positionLabel(format.number(position + 1), format.number(total))}
            value={position + 1}
            max={total}
          />
        )}
        <div className={styles.stage}>
          {error && !questions && (
            <LoadFailed title={practice.loadFailed} error={error} onRetry={() => void refetch()} />
          )}
          {!error && !questions && <Skeleton heights={[1.5, 2.5, 8, 3.5, 3.5, 3.5, 3.5]} />}
          {questions && total === 0 && (
            <EmptyState
              title={practice.emptyTitle}
              text={practice.emptyText}
              action={
                <ButtonLink to="/questions" variant="primary">
                  {practice.emptyAction}
                </ButtonLink>
              }
            />
          )}
          {question && (
            <QuestionView
              key={question.id}
              question={question}
              isFirst={position === 0}
              isLast={position === total - 1}
              onGraded={(answer) => setTally((before) => addToTally(before, answer))}
              onNext={() => setPosition(position + 1)}
            />
          )}
          {total > 0 && position >= total && <RunEnd tally={tally} onAgain={onAgain} />}
        </div>
      </div>
      {total > 0 && position < total && <SessionPanel tally={tally} />}
    </div>
  )
}
