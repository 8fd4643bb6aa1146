import { Trash2 } from 'lucide-react'
import { useFormat } from '../../shared/i18n/format.ts'
import { Button } from '../../shared/ui/button.tsx'
import { IconButton } from '../../shared/ui/icon-button.tsx'
import styles from './interview.module.css'
import { type Interview, scoreOf } from './interview.ts'
import { useInterviewMessages } from './interview-messages.ts'

/** The reports on this device. */
export function KeptReports({
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
                {score === null ? messages.notJudged : format.percent(score)}
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
