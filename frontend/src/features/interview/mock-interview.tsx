import { Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { learnerData } from '../../shared/account/account-data.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button, IconButton } from '../../shared/ui/button.tsx'
import { Meter } from '../../shared/ui/meter.tsx'
import { Page, PageTitle } from '../../shared/ui/page.tsx'
import styles from './interview.module.css'
import { emptyPartResult, type Interview, type PartResult, scoreOf, timeLeft } from './interview.ts'
import { InterviewPart } from './interview-part.tsx'
import { useInterviewMessages } from './messages.en.ts'
import { Report } from './report.tsx'
import { SetupForm } from './setup-form.tsx'

type Scene = 'setup' | 'run' | 'report'

/** A mock interview from setup to report. One in progress survives a reload. */
export function MockInterview() {
  const messages = useInterviewMessages()
  const [scene, setScene] = useState<Scene>('setup')
  const [interview, setInterview] = useState<Interview>()
  const [waiting, setWaiting] = useState(savedInterviews.underWay)
  const [reports, setReports] = useState(savedInterviews.reports)

  useEffect(() => {
    if (interview?.endedAt === null) savedInterviews.saveCurrent(interview)
  }, [interview])
  /** A late update, such as a model's response, applies to the current state, or to none if the interview is over. */
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
    savedInterviews.saveReport(report)
    savedInterviews.deleteCurrent()
    setReports(savedInterviews.reports())
    setInterview(report)
    setWaiting(null)
    setScene('report')
  }

  if (scene === 'run' && interview) {
    return <InterviewRun interview={interview} onChange={change} onEnd={() => end(interview)} />
  }
  if (scene === 'report' && interview) {
    return <Report interview={interview} onRestart={() => setScene('setup')} />
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
                  savedInterviews.deleteCurrent()
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
      <SavedReports
        reports={reports}
        onOpen={(report) => {
          setInterview(report)
          setScene('report')
        }}
        onRemove={(id) => {
          savedInterviews.deleteReport(id)
          setReports(savedInterviews.reports())
        }}
      />
    </Page>
  )
}

/** Reports stored on one device; the oldest are dropped. */
const MOST = 20

const underWay = learnerData('interview_under_way')
const reports = learnerData('interview_reports')

/** Interviews are private notes, so they are stored on the learner's device only. */
const savedInterviews = {
  underWay: (): Interview | null => {
    const value = underWay.read()
    return isInterview(value) ? value : null
  },
  saveCurrent: (interview: Interview): void => underWay.write(interview),
  deleteCurrent: (): void => underWay.remove(),

  /** Newest first. */
  reports: (): Interview[] => {
    const value = reports.read()
    return Array.isArray(value) ? value.filter(isInterview) : []
  },
  saveReport: (interview: Interview): void => {
    const others = savedInterviews.reports().filter(({ id }) => id !== interview.id)
    reports.write([interview, ...others].slice(0, MOST))
  },
  deleteReport: (id: string): void =>
    reports.write(savedInterviews.reports().filter((report) => report.id !== id)),
}

const isInterview = (value: unknown): value is Interview =>
  typeof value === 'object' &&
  value !== null &&
  'setup' in value &&
  'parts' in value &&
  Array.isArray(value.parts) &&
  'given' in value &&
  Array.isArray(value.given)

/** The reports on this device. */
function SavedReports({
  reports,
  onOpen,
  onRemove,
}: {
  reports: readonly Interview[]
  onOpen: (report: Interview) => void
  onRemove: (id: string) => void
}) {
  const messages = useInterviewMessages()
  const format = useFormat()
  if (reports.length === 0) return null
  return (
    <section aria-labelledby="reports" className={styles.reports}>
      <h2 id="reports">{messages.reports}</h2>
      <ul className="plain-list">
        {reports.map((report) => {
          const name = messages.reportOf(
            messages.roles[report.setup.role],
            format.moment(new Date(report.startedAt).toISOString()),
          )
          const score = scoreOf(report.given)
          return (
            <li key={report.id} className={styles.report}>
              <p>{name}</p>
              <p data-numeric className={styles.quiet}>
                {score === null ? messages.notRated : format.percent(score)}
              </p>
              <Button size="small" onClick={() => onOpen(report)}>
                {messages.open} <span className="visually-hidden">{name}</span>
              </Button>
              <IconButton
                icon={Trash2}
                label={messages.removeReport(name)}
                onClick={() => onRemove(report.id)}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Minutes before the end at which a warning shows. */
const warnings = [5, 1]

/** An interview in progress: one part after another, with a timer. */
function InterviewRun({
  interview,
  onChange,
  onEnd,
}: {
  interview: Interview
  onChange: (update: (before: Interview) => Interview) => void
  onEnd: () => void
}) {
  const messages = useInterviewMessages()
  const format = useFormat()
  const seconds = useTimeLeft(interview, onEnd)
  const { parts, given, position, setup } = interview
  const part = parts[position]
  if (!part) return null
  const gradePart = (change: Partial<PartResult>) =>
    onChange((before) => ({
      ...before,
      given: before.given.map((one, at) => (at === position ? { ...one, ...change } : one)),
    }))
  const isLast = position === parts.length - 1
  const place = messages.stepOf(format.number(position + 1), format.number(parts.length))
  const minutes = warnings.find((minute) => seconds <= minute * 60 && seconds > minute * 60 - 15)
  return (
    <div className={styles.run}>
      <PageTitle>{messages.title}</PageTitle>
      <div className={styles.bar}>
        <span data-numeric>{place}</span>
        <span role="timer" aria-label={messages.timeLeft} data-numeric className={styles.clock}>
          {format.stopwatch(seconds)}
        </span>
        <Button size="small" variant="ghost" onClick={onEnd}>
          {messages.end}
        </Button>
      </div>
      <p role="status" className="visually-hidden">
        {minutes !== undefined && messages.minutesLeft(minutes)}
      </p>
      <Meter label={place} value={position + 1} max={parts.length} />
      <InterviewPart
        key={part.id}
        part={part}
        followUp={messages.followUps[position % messages.followUps.length] ?? ''}
        given={given[position] ?? emptyPartResult}
        setup={setup}
        onGrade={gradePart}
      />
      <div className={styles.foot}>
        <Button
          variant="primary"
          onClick={() => (isLast ? onEnd() : onChange((before) => ({ ...before, position: position + 1 })))}
        >
          {isLast ? messages.finish : messages.next}
        </Button>
      </div>
    </div>
  )
}

/** The whole seconds left; calls back at zero. */
function useTimeLeft(interview: Interview, onOver: () => void): number {
  const [now, setNow] = useState(Date.now)
  const tick = useEffectEvent(() => {
    const at = Date.now()
    setNow(at)
    if (timeLeft(interview, at) === 0) onOver()
  })
  useEffect(() => {
    const timer = setInterval(() => tick(), 1_000)
    return () => clearInterval(timer)
  }, [])
  return Math.ceil(timeLeft(interview, now) / 1_000)
}
