import { Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button, IconButton } from '../../shared/ui/button.tsx'
import { Meter } from '../../shared/ui/meter.tsx'
import { Page, PageTitle } from '../../shared/ui/page.tsx'
import styles from './interview.module.css'
import { overallScore, secondsLeft } from './interview.rules.ts'
import { type Interview, type PartResult, resultOf } from './interview.ts'
import { InterviewPart, type RenderChallenge } from './interview-part.tsx'
import { useInterviewMessages } from './messages.en.ts'
import { Report } from './report.tsx'
import { Review } from './review.tsx'
import { savedInterviews } from './saved-interviews.ts'
import { SetupForm } from './setup-form.tsx'

type Scene = 'setup' | 'interview' | 'report'

/**
 * A mock interview from setup to report: the parts, then the comparison with model answers. One in progress survives a
 * reload, a closed tab and a lost connection.
 */
export function MockInterview({ renderChallenge }: { renderChallenge: RenderChallenge }) {
  const messages = useInterviewMessages()
  const [scene, setScene] = useState<Scene>('setup')
  const [interview, setInterview] = useState<Interview>()
  const [waiting, setWaiting] = useState(savedInterviews.underWay)
  const [reports, setReports] = useState(savedInterviews.reports)

  useEffect(() => {
    if (scene === 'interview' && interview) savedInterviews.saveCurrent(interview)
  }, [scene, interview])
  /** A late update, such as a model's response, applies to the current state of the same interview. */
  const change = (update: (before: Interview) => Interview) =>
    setInterview((before) => (before?.id === interview?.id && before ? update(before) : before))
  const changeResult = (position: number, result: Partial<PartResult>) =>
    change((before) => ({
      ...before,
      given: before.parts.map((_part, at) =>
        at === position ? { ...resultOf(before, at), ...result } : resultOf(before, at),
      ),
    }))
  const begin = (next: Interview) => {
    setInterview(next)
    setWaiting(null)
    setScene('interview')
  }
  const report = (finished: Interview) => {
    savedInterviews.saveReport(finished)
    savedInterviews.deleteCurrent()
    setReports(savedInterviews.reports())
    setInterview(finished)
    setScene('report')
  }

  if (scene === 'interview' && interview) {
    return interview.endedAt === null ? (
      <InterviewRun
        interview={interview}
        renderChallenge={renderChallenge}
        onResult={changeResult}
        onNext={() => change((before) => ({ ...before, position: before.position + 1 }))}
        onEnd={() => change((before) => ({ ...before, endedAt: Date.now() }))}
      />
    ) : (
      <Review interview={interview} onChange={changeResult} onDone={() => report(interview)} />
    )
  }
  if (scene === 'report' && interview) {
    return (
      <Report
        interview={interview}
        onRate={() => begin(interview)}
        onRestart={() => {
          setWaiting(null)
          setScene('setup')
        }}
      />
    )
  }
  return (
    <Page title={messages.title} lead={messages.lead}>
      {waiting && (
        <Alert
          tone="info"
          title={messages.underWay}
          action={
            <div className={styles.actions}>
              <Button onClick={() => begin(waiting)}>{messages.goOn}</Button>
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
        >
          <p>{messages.underWayText}</p>
        </Alert>
      )}
      <SetupForm seen={new Set(reports.flatMap(({ parts }) => parts.map(({ id }) => id)))} onBegin={begin} />
      <SavedReports
        reports={reports}
        onOpen={(saved) => {
          setInterview(saved)
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

/** The reports on this device, and how the score has changed over them. */
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
  const { common } = useMessages()
  if (reports.length === 0) return null
  const scores = reports.map((report) => overallScore(report, messages.codingPoints))
  const rated = scores.filter((score) => score !== null)
  const [latest] = rated
  const first = rated.at(-1)
  return (
    <section aria-labelledby="reports" className={styles.reports}>
      <h2 id="reports">{messages.reports}</h2>
      {rated.length > 1 && first !== undefined && latest !== undefined && (
        <>
          <p data-numeric>{messages.trend(rated.length, format.percent(first), format.percent(latest))}</p>
          <details className={styles.why}>
            <summary>{common.why}</summary>
            <p>{messages.whyTrend}</p>
          </details>
        </>
      )}
      <ul className="plain-list">
        {reports.map((report, at) => {
          const name = messages.reportOf(
            messages.roles[report.setup.role],
            format.moment(new Date(report.startedAt).toISOString()),
          )
          const score = scores[at] ?? null
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

/** An interview in progress: one part after another, with a countdown that ends nothing. */
function InterviewRun({
  interview,
  renderChallenge,
  onResult,
  onNext,
  onEnd,
}: {
  interview: Interview
  renderChallenge: RenderChallenge
  onResult: (position: number, change: Partial<PartResult>) => void
  onNext: () => void
  onEnd: () => void
}) {
  const messages = useInterviewMessages()
  const format = useFormat()
  const { parts, position, setup } = interview
  const part = parts[position]
  const given = resultOf(interview, position)
  const used = useSeconds(`${interview.id} ${position}`, given.seconds, (seconds) =>
    onResult(position, { seconds }),
  )
  if (!part) return null
  const left = secondsLeft(interview) - (used - given.seconds)
  const isLast = position === parts.length - 1
  const place = messages.stepOf(format.number(position + 1), format.number(parts.length))
  const warning = warnings.find((minute) => left <= minute * 60 && left > minute * 60 - 15)
  return (
    <div className={part.kind === 'coding' ? styles.wide : styles.run}>
      <PageTitle>{messages.title}</PageTitle>
      <div className={styles.bar}>
        <span data-numeric>{place}</span>
        <span role="timer" aria-label={messages.timeLeft} data-numeric className={styles.clock}>
          {format.stopwatch(Math.max(0, left))}
        </span>
        <span data-numeric className={styles.partTime}>
          {messages.partTime(format.stopwatch(used), format.stopwatch(part.minutes * 60))}
        </span>
        <Button size="small" variant="ghost" onClick={onEnd}>
          {messages.end}
        </Button>
      </div>
      <p role="status" className={left <= 0 ? styles.quiet : 'visually-hidden'}>
        {left <= 0 ? messages.timeUp : warning !== undefined && messages.minutesLeft(warning)}
      </p>
      <Meter label={place} value={position + 1} max={parts.length} />
      <InterviewPart
        key={part.id}
        part={part}
        given={given}
        setup={setup}
        nextLabel={isLast ? messages.toReview : messages.next}
        renderChallenge={renderChallenge}
        onChange={(result) => onResult(position, result)}
        onNext={isLast ? onEnd : onNext}
      />
    </div>
  )
}

/** How often the used time is stored. Seconds. */
const STORE_EVERY = 5
/** A longer gap between two ticks means that the device slept. Milliseconds; hidden tabs tick once a minute. */
const AWAY = 90_000

/** Seconds on the screen, counted from those stored so far; `store` gets them every few seconds. */
function useSeconds(part: string, stored: number, store: (seconds: number) => void): number {
  const clock = useRef({ part, seconds: stored, at: 0 })
  const [counted, setCounted] = useState({ part, seconds: stored })
  const tick = useEffectEvent(() => {
    const at = Date.now()
    const { current } = clock
    const gap = at - current.at
    const isCounted = current.part === part && gap < AWAY
    const before = current.part === part ? current.seconds : stored
    clock.current = { part, seconds: isCounted ? before + gap / 1_000 : before, at }
    const seconds = Math.floor(clock.current.seconds)
    setCounted({ part, seconds })
    if (seconds - stored >= STORE_EVERY) store(seconds)
  })
  useEffect(() => {
    clock.current.at = Date.now()
    const timer = setInterval(() => tick(), 1_000)
    return () => clearInterval(timer)
  }, [])
  return counted.part === part ? Math.max(counted.seconds, stored) : stored
}
