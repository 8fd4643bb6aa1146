import type { FollowUpInput, InterviewAssessment } from '@rehearse/contracts'
import { Scale } from 'lucide-react'
import { useId } from 'react'
import { useOwnWrite } from '../../shared/account/use-own-write.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import styles from './interview.module.css'
import { askAssessment, criteria, type PartResult, type Setup } from './interview.ts'
import { useInterviewMessages } from './messages.en.ts'

/**
 * A language model's assessment of the answer. It may be wrong, so it is displayed next to the learner's own rating
 * and never replaces it.
 */
export function Verdict({
  followUp,
  given,
  interviewer,
  context,
  onGrade: onChange,
}: {
  /** The follow-up question. */
  followUp: string
  given: PartResult
  interviewer: NonNullable<Setup['interviewer']>
  context: Omit<FollowUpInput, 'answer'>
  onGrade: (change: Partial<PartResult>) => void
}) {
  const messages = useInterviewMessages()
  const id = useId()
  const rating = useOwnWrite({
    mutationFn: askAssessment,
    onSuccess: (assessment) => onChange({ assessment }),
  })
  const rate = () =>
    rating.mutate({
      ...context,
      answer: given.answer,
      ...(given.followUp.trim() !== '' && { followUp: { question: followUp, answer: given.followUp } }),
    })
  return (
    <section aria-labelledby={id} className={styles.answer}>
      <h2 id={id}>{messages.ratedBy(interviewer.model)}</h2>
      <Button size="small" pending={rating.isPending} disabled={given.answer.trim() === ''} onClick={rate}>
        <Scale aria-hidden size={16} />
        {rating.isPending ? messages.asking : messages.askRating}
      </Button>
      <p className={styles.quiet}>{messages.ratingHint(interviewer.host)}</p>
      {rating.isError && (
        <Alert tone="info" title={messages.interviewerSilent(interviewer.host)}>
          <p>{messages.rateInstead}</p>
        </Alert>
      )}
      <div role="status">{given.assessment && <Assessment assessment={given.assessment} />}</div>
    </section>
  )
}

/** Its ratings and remarks as text: whatever they contain is displayed and never run. */
export function Assessment({ assessment: { marks, remarks } }: { assessment: InterviewAssessment }) {
  const messages = useInterviewMessages()
  return (
    <div className={styles.model}>
      <p className={styles.tags}>
        {criteria.map((criterion) => (
          <Tag key={criterion}>
            {messages.rubric[criterion]}: {messages.marks[marks[criterion]]}
          </Tag>
        ))}
      </p>
      <p dir="auto" className={styles.words}>
        {remarks}
      </p>
    </div>
  )
}
