import styles from './calendar-legend.module.css'
import { useProgressMessages } from './progress-messages.ts'

const levels = ['none', 'little', 'some', 'much', 'most'] as const

export function CalendarLegend({ showBridged }: { showBridged: boolean }) {
  const messages = useProgressMessages()
  return (
    <p aria-hidden className={styles.legend}>
      <span>{messages.calendarLess}</span>
      {levels.map((level) => (
        <i key={level} className={styles.cell}>
          <i className={styles[level]} />
        </i>
      ))}
      <span>{messages.calendarMore}</span>
      {showBridged && (
        <span className={styles.bridged}>
          <i className={styles.ring} />
          {messages.calendarBridged}
        </span>
      )}
    </p>
  )
}
