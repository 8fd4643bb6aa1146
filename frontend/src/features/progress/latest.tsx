import type { Dashboard } from '@rehearse/contracts'
import { Check, X } from 'lucide-react'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import styles from './lists.module.css'
import { useProgressMessages } from './messages.en.ts'
import { TitledList } from './titled-list.tsx'

export function Latest({ activities }: { activities: Dashboard['recentActivity'] }) {
  const { common } = useMessages()
  const messages = useProgressMessages()
  const format = useFormat()
  return (
    <TitledList title={messages.latest} ordered>
      {activities.map((activity) => (
        <li key={`${activity.timestamp} ${activity.title}`} className={styles.activity}>
          {activity.isCorrect ? (
            <Check aria-label={messages.answeredRight} role="img" size={18} className={styles.right} />
          ) : (
            <X aria-label={messages.answeredWrong} role="img" size={18} className={styles.wrong} />
          )}
          <div className={styles.what}>
            <p dir="auto">
              <InlineCode text={activity.title} />
            </p>
            <p className={styles.quiet}>{format.moment(activity.timestamp)}</p>
          </div>
          <span data-numeric className={styles.points}>
            <span aria-hidden>{format.signed(activity.points)}</span>
            <span className="visually-hidden">{common.points(activity.points)}</span>
          </span>
        </li>
      ))}
    </TitledList>
  )
}
