import type { InterviewAssessment } from '@rehearse/contracts'
import { Scale } from 'lucide-react'
import { useId } from 'react'
import { useOwnWrite } from '../../shared/account/use-own-write.ts'
import { useLocale } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import styles from './interview.module.css'
import { askAssessment, modelCriteria, type Part, type PartResult, type Setup } from './interview.ts'
import { modelSubject } from './interview-part.tsx'
import { useInterviewMessages } from './messages.en.ts'

/**
 * A language model's assessment of the answer. It may be wrong, so it is displayed next to the learner's own rating
 * and never replaces it.
 */
export function Verdict({
  part,
  given,
  level,
  interviewer,
  onChange,
}: {
  part: Part
  given: PartResult
  level: Setup['level']
  interviewer: NonNullable<Setup['interviewer']>
  onChange: (change: Partial<PartResult>) => void
}) {
  const messages = useInterviewMessages()
  const language = useLocale((state) => state.language)
  const id = useId()
  const rating = useOwnWrite({
    mutationFn: askAssessment,
    onSuccess: (assessment) => onChange({ assessment }),
  })
  const { answer, followUp, followUpAnswer } = given
  const rate = () =>
    rating.mutate({
      ...{ subject: modelSubject(part), level, language, answer },
      ...(followUp &&
        followUpAnswer.trim() !== '' && {
          followUp: { question: followUp.question, answer: followUpAnswer },
        }),
    })
  return (
    <section aria-labelledby={id} className={styles.answer}>
      <h2 id={id}>{messages.ratedBy(interviewer.model)}</h2>
      <Button size="small" pending={rating.isPending} disabled={answer.trim() === ''} onClick={rate}>
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
      <ul className={`plain-list ${styles.ratings}`}>
        {modelCriteria.map((criterion) => (
          <li key={criterion}>
            {messages.modelRubric[criterion]}: {messages.marks[marks[criterion]]}
          </li>
        ))}
      </ul>
      <p dir="auto" className={styles.words}>
        {remarks}
      </p>
    </div>
  )
}
