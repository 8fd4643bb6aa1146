import { stepPassedAt } from '@rehearse/contracts/constants'
import { useQuery } from '@tanstack/react-query'
import { courseStateQuery } from '../../shared/api/courses.ts'
import { reviewsQuery } from '../../shared/api/study.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { Button } from '../../shared/ui/button.tsx'
import { useEndMessages } from './end-messages.en.ts'
import styles from './run-end.module.css'

/** What an incomplete step lacks, and the next moment for it: what was corrected right after its solution is practice. */
export function StepLeft({
  uid,
  pathId,
  stepId,
  onRestart,
}: {
  uid: string
  pathId: string
  stepId: string
  onRestart: () => void
}) {
  const messages = useEndMessages()
  const format = useFormat()
  const { data } = useQuery(courseStateQuery(uid, pathId))
  const step = data?.steps.find(({ id }) => id === stepId)
  const missed = step?.questions.filter(({ state }) => state === 'missed') ?? []
  const ids = missed.map(({ questionId }) => questionId).join(',')
  const { data: cards } = useQuery({ ...reviewsQuery(uid, ids), enabled: ids !== '' })
  if (!step || step.isCompleted || step.questions.length === 0) return null
  const count = step.questions.length
  const correct = step.questions.filter(({ state }) => state === 'correct').length
  const due = cards?.reviews.map((card) => card.due).sort()[0]
  const numbers = [correct, count, stepPassedAt(count)].map((number) => format.number(number))
  return (
    <div role="status" className={styles.actions}>
      <p data-numeric>
        {messages.stepLeft(numbers[0] ?? '', numbers[1] ?? '', numbers[2] ?? '')}{' '}
        {missed.length > 0 && messages.stepLater(missed.length)}{' '}
        {due && messages.stepCard(format.interval((Date.parse(due) - Date.now()) / 1_000))}
      </p>
      <Button onClick={onRestart}>{messages.stepAgain}</Button>
    </div>
  )
}
