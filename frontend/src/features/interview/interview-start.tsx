import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useSession } from '../../shared/api/session.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { fetchInterview } from '../../shared/offline/interview-queue.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button, IconButton } from '../../shared/ui/button.tsx'
import { useErrorText } from '../../shared/ui/load-failed.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import styles from './interview.module.css'
import { overallScore } from './interview.rules.ts'
import type { Interview, Overview } from './interview.ts'
import { useInterviewMessages } from './messages.en.ts'
import { SetupForm } from './setup-form.tsx'
import { type ListedInterview, useSavedInterviews } from './use-saved-interviews.ts'

/** Where an interview begins: those in progress, the setup of a new one, and the reports. */
export function InterviewStart({
  onBegin,
  onContinue,
  onOpen,
}: {
  onBegin: (interview: Interview, isDeviceOnly: boolean) => void
  onContinue: (interview: Interview) => void
  onOpen: (report: Interview) => void
}) {
  const messages = useInterviewMessages()
  const errorText = useErrorText()
  const nameOf = useName()
  const uid = useSession()?.uid
  const { interviews, isIncomplete, remove } = useSavedInterviews()
  const show = (interview: Interview) => (interview.finishedAt === null ? onContinue : onOpen)(interview)
  const fetching = useMutation({
    mutationFn: (id: string) => fetchInterview(uid ?? '', id),
    onSuccess: show,
  })
  const open = ({ local, overview }: ListedInterview) => (local ? show(local) : fetching.mutate(overview.id))
  const waiting = interviews.filter(({ overview }) => overview.finishedAt === null)
  const reports = interviews.filter(({ overview }) => overview.finishedAt !== null)
  const seen = new Set(reports.flatMap(({ overview }) => overview.parts.map(({ id }) => id)))
  return (
    <Page title={messages.title} lead={messages.lead}>
      {waiting.map((one) => (
        <Alert
          key={one.overview.id}
          tone="info"
          title={messages.underWay}
          action={
            <div className={styles.actions}>
              <Button onClick={() => open(one)}>{messages.goOn}</Button>
              <Button variant="ghost" onClick={() => remove(one.overview.id)}>
                {messages.discard}
              </Button>
            </div>
          }
        >
          <p>{nameOf(one.overview)}</p>
          <p>{messages.underWayText}</p>
          <OnlyHere {...one} />
        </Alert>
      ))}
      {fetching.isError && (
        <Alert tone="error" title={messages.openFailed}>
          <p>{errorText(fetching.error)}</p>
        </Alert>
      )}
      {isIncomplete && <p className={styles.quiet}>{messages.listIncomplete}</p>}
      <SetupForm seen={seen} onBegin={onBegin} />
      <Reports reports={reports} onOpen={open} onRemove={remove} />
    </Page>
  )
}

/** The reports, and how the score has changed over them. */
function Reports({
  reports,
  onOpen,
  onRemove,
}: {
  reports: readonly ListedInterview[]
  onOpen: (report: ListedInterview) => void
  onRemove: (id: string) => void
}) {
  const messages = useInterviewMessages()
  const format = useFormat()
  const nameOf = useName()
  const { common } = useMessages()
  if (reports.length === 0) return null
  const scores = reports.map(({ overview }) => overallScore(overview, messages.codingPoints))
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
          const { overview } = report
          const name = nameOf(overview)
          const score = scores[at] ?? null
          return (
            <li key={overview.id} className={styles.report}>
              <p>
                {name} <OnlyHere {...report} />
              </p>
              <p data-numeric className={styles.quiet}>
                {score === null ? messages.notRated : format.percent(score)}
              </p>
              <Button size="small" onClick={() => onOpen(report)}>
                {messages.open} <span className="visually-hidden">{name}</span>
              </Button>
              <IconButton
                icon={Trash2}
                label={messages.removeReport(name)}
                onClick={() => onRemove(overview.id)}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Says of one that the account doesn't have that it is only on this device. */
function OnlyHere({ onlyHere }: ListedInterview) {
  const messages = useInterviewMessages()
  const session = useSession()
  if (!onlyHere || !session) return null
  return <Tag>{onlyHere === 'choice' ? messages.onlyHere : messages.notSynced}</Tag>
}

function useName(): (overview: Overview) => string {
  const messages = useInterviewMessages()
  const format = useFormat()
  return ({ setup, startedAt }) => messages.reportOf(messages.roles[setup.role], format.moment(startedAt))
}
