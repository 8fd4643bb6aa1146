import { EXAM_QUESTIONS } from '@rehearse/contracts/constants'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useFormat } from '../../shared/i18n/format.ts'
import { type InterviewChoice, previewQuery } from '../../shared/interview/change-interview.ts'
import { Loading } from '../../shared/ui/load-failed.tsx'
import styles from './interview-page.module.css'
import { useInterviewDateMessages } from './messages.en.ts'
import { PlanDays } from './plan-days.tsx'

/** The whole plan of what is filled in, before the learner accepts it. */
export function PlanPreview({ uid, choice }: { uid: string; choice: InterviewChoice }) {
  const messages = useInterviewDateMessages()
  const format = useFormat()
  const query = useQuery({ ...previewQuery(uid, choice), placeholderData: keepPreviousData })
  const { data: interview } = query
  const exam = interview?.reservedIds.length ?? 0
  return (
    <section aria-labelledby="plan-preview" aria-busy={query.isFetching} className={styles.preview}>
      <h2 id="plan-preview">{messages.preview}</h2>
      <Loading query={query} title={messages.previewFailed} heights={[3, 20]} />
      {interview && (
        <>
          <p className={styles.quiet}>{messages.previewLead}</p>
          <p data-numeric>
            {interview.coverage.extraMinutesPerDay === 0
              ? messages.coversAll
              : `${messages.coverage(format.percent(interview.coverage.percent))} ${messages.extra(interview.coverage.extraMinutesPerDay)}`}{' '}
            {exam < EXAM_QUESTIONS.min
              ? messages.previewNoExam(format.number(EXAM_QUESTIONS.min))
              : messages.previewExam(exam)}
          </p>
          <PlanDays interview={interview} today={interview.today.date} isPreview />
        </>
      )}
    </section>
  )
}
