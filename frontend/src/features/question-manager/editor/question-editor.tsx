import { useQuery } from '@tanstack/react-query'
import { LoadFailed } from '../../../shared/ui/load-failed.tsx'
import { Skeleton } from '../../../shared/ui/skeleton.tsx'
import { useManagerMessages } from '../manager-messages.ts'
import type { Preview } from './preview.ts'
import styles from './question-form.module.css'
import { QuestionForm } from './question-form.tsx'
import { readQuestion } from './question-query.ts'

/** The form for a new question (`target` null), or for one as it is at this moment. */
export function QuestionEditor({
  target,
  preview,
  onClose,
}: {
  target: string | null
  preview: Preview
  onClose: () => void
}) {
  const { form: messages } = useManagerMessages()
  const { data, error, refetch } = useQuery({
    queryKey: ['admin', 'editor', target],
    queryFn: ({ signal }) => readQuestion(target ?? '', signal),
    enabled: target !== null,
    // Read anew whenever it is opened, and never under somebody's hands.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (target === null) return <QuestionForm preview={preview} onClose={onClose} />
  if (data) return <QuestionForm question={data} preview={preview} onClose={onClose} />
  return (
    <section aria-label={messages.editTitle} className={styles.panel}>
      {error ? (
        <LoadFailed title={messages.openFailed} error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton heights={[2, 3, 8, 12]} />
      )}
    </section>
  )
}
