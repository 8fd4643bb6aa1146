import type { QuestionStats } from '@rehearse/contracts'
import { useFormat } from '../../shared/i18n/format.ts'
import styles from './admin-dashboard.module.css'
import { useAdminDashboardMessages } from './admin-dashboard-messages.ts'

export function RecentChanges({ days }: { days: QuestionStats['recentActivity'] }) {
  const messages = useAdminDashboardMessages()
  const format = useFormat()
  const eventful = days.filter((day) => day.questionsAdded + day.questionsUpdated + day.questionsDeleted > 0)
  return (
    <section aria-labelledby="recent">
      <h2 id="recent" className={styles.title}>
        {messages.recent}
      </h2>
      {eventful.length === 0 ? (
        <p className={styles.quiet}>{messages.recentEmpty}</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{messages.date}</th>
              <th scope="col">{messages.added}</th>
              <th scope="col">{messages.updated}</th>
              <th scope="col">{messages.deleted}</th>
            </tr>
          </thead>
          <tbody data-numeric>
            {eventful.map((day) => (
              <tr key={day.date}>
                <th scope="row">{format.day(day.date)}</th>
                <td>{format.number(day.questionsAdded)}</td>
                <td>{format.number(day.questionsUpdated)}</td>
                <td>{format.number(day.questionsDeleted)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
