import { useEffect, useState } from 'react'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Page } from '../../shared/ui/page.tsx'
import styles from './interview.module.css'
import { type Interview, timeLeft } from './interview.ts'
import { useInterviewMessages } from './interview-messages.ts'
import { InterviewRun } from './interview-run.tsx'
import { keptInterviews } from './kept-interviews.ts'
import { KeptReports } from './kept-reports.tsx'
import { Report } from './report.tsx'
import { SetupForm } from './setup-form.tsx'

type Scene = 'setup' | 'run' | 'report'

/** A mock interview from setup to report. What is under way survives a reload. */
export function MockInterview() {
  const messages = useInterviewMessages()
  const [scene, setScene] = useState<Scene>('setup')
  const [interview, setInterview] = useState<Interview>()
  const [waiting, setWaiting] = useState(keptInterviews.underWay)
  const [reports, setReports] = useState(keptInterviews.reports)

  useEffect(() => {
    if (interview?.endedAt === null) keptInterviews.keepUnderWay(interview)
  }, [interview])
  /** What comes late, such as a model's answer, finds the interview as it is by then, or over. */
  const change = (update: (before: Interview) => Interview) =>
    setInterview((before) => (before?.endedAt === null ? update(before) : before))
  const begin = (next: Interview) => {
    setInterview(next)
    setWaiting(null)
    setScene('run')
  }
  const end = (ended: Interview) => {
    const over = Math.min(Date.now(), ended.startedAt + ended.setup.minutes * 60_000)
    const report = { ...ended, endedAt: over }
    keptInterviews.keepReport(report)
    keptInterviews.forgetUnderWay()
    setReports(keptInterviews.reports())
    setInterview(report)
    setWaiting(null)
    setScene('report')
  }

  if (scene === 'run' && interview) {
    return <InterviewRun interview={interview} onChange={change} onEnd={() => end(interview)} />
  }
  if (scene === 'report' && interview) {
    return <Report interview={interview} onAgain={() => setScene('setup')} />
  }
  return (
    <Page title={messages.title} lead={messages.lead}>
      {waiting && (
        <Alert
          tone="info"
          title={messages.underWay}
          action={
            <div className={styles.actions}>
              <Button onClick={() => (timeLeft(waiting, Date.now()) > 0 ? begin(waiting) : end(waiting))}>
                {messages.goOn}
              </Button>
              <Button
                variant="ghost"
                onClick={() => {
                  keptInterviews.forgetUnderWay()
                  setWaiting(null)
                }}
              >
                {messages.discard}
              </Button>
            </div>
          }
        />
      )}
      <SetupForm onBegin={begin} />
      <KeptReports
        reports={reports}
        onOpen={(report) => {
          setInterview(report)
          setScene('report')
        }}
        onRemove={(id) => {
          keptInterviews.forgetReport(id)
          setReports(keptInterviews.reports())
        }}
      />
    </Page>
  )
}
