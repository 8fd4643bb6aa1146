import type { User } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { LearnerOnly } from '../../shared/account/learner-only.tsx'
import { interviewQuery } from '../../shared/api/interview.ts'
import { Loading } from '../../shared/ui/load-failed.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { ViewLinks } from '../../shared/ui/view-links.tsx'
import { ForecastView } from './forecast-view.tsx'
import { InterviewForm } from './interview-form.tsx'
import styles from './interview-page.module.css'
import { useInterviewDateMessages } from './messages.en.ts'
import { PlanView } from './plan-view.tsx'

/** The interview date with its plan. */
export function InterviewPage() {
  return <InterviewViews>{(learner) => <Plan uid={learner.uid} />}</InterviewViews>
}

/** The forecast, and the mock exams that test it. */
export function ForecastPage() {
  return <InterviewViews>{(learner) => <ForecastView uid={learner.uid} />}</InterviewViews>
}

function InterviewViews({ children }: { children: (learner: User) => React.ReactNode }) {
  const messages = useInterviewDateMessages()
  return (
    <LearnerOnly title={messages.title} words={messages.visitor}>
      {(learner) => (
        <Page title={messages.title} lead={messages.lead}>
          <ViewLinks
            label={messages.views}
            views={[
              { to: '/interview', label: messages.planView },
              { to: '/interview/forecast', label: messages.forecastView },
              { to: '/ai-mock-interview', label: messages.mockView },
            ]}
          />
          {children(learner)}
        </Page>
      )}
    </LearnerOnly>
  )
}

function Plan({ uid }: { uid: string }) {
  const messages = useInterviewDateMessages()
  const query = useQuery(interviewQuery(uid))
  const { data: interview } = query
  return (
    <>
      <Loading query={query} title={messages.loadFailed} heights={[9, 5, 20]} />
      {interview === null && (
        <section aria-labelledby="interview-form">
          <h2 id="interview-form" className={styles.heading}>
            {messages.formTitle}
          </h2>
          <InterviewForm uid={uid} interview={null} />
        </section>
      )}
      {interview && <PlanView key={interview.setAt} uid={uid} interview={interview} />}
    </>
  )
}
