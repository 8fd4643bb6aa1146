import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Button } from '../../shared/ui/button.tsx'
import { TextAreaField } from '../../shared/ui/fields.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Markdown } from '../../shared/ui/markdown/markdown.tsx'
import { readModelAnswer } from './grade-answer.ts'
import type { RunQuestion } from './grade-locally.ts'
import styles from './open-answer.module.css'

/** A question without options: answer for yourself, compare, and say how close you were. */
export function OpenAnswer({
  question,
  judged,
  pending,
  onAssess,
}: {
  question: RunQuestion
  judged: boolean
  pending: boolean
  onAssess: (right: boolean) => void
}) {
  const { practice } = useMessages()
  const [revealed, setRevealed] = useState(false)
  const model = useQuery({
    queryKey: ['practice', 'model-answer', question.id],
    queryFn: () => readModelAnswer(question),
    enabled: revealed,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <div className={styles.open}>
      <TextAreaField
        label={practice.ownAnswer}
        hint={practice.openEnded}
        optional
        rows={4}
        dir="auto"
        readOnly={judged}
      />
      {!model.data && !model.isError && (
        <Button pending={model.isLoading} onClick={() => setRevealed(true)} className={styles.reveal}>
          {practice.reveal}
        </Button>
      )}
      {model.isError && <LoadFailed error={model.error} onRetry={() => void model.refetch()} />}
      {model.data && !judged && (
        <>
          <section aria-label={practice.explanation} className={styles.model}>
            <Markdown text={model.data} />
          </section>
          <fieldset className={styles.judge}>
            <legend>{practice.selfQuestion}</legend>
            <Button pending={pending} onClick={() => onAssess(true)}>
              {practice.selfRight}
            </Button>
            <Button pending={pending} onClick={() => onAssess(false)}>
              {practice.selfWrong}
            </Button>
          </fieldset>
        </>
      )}
    </div>
  )
}
