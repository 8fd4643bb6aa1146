import type { Dashboard } from '@rehearse/contracts'
import { Check, X } from 'lucide-react'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import styles from './lists.module.css'

export function Latest({ activities }: { activities: Dashboard['recentActivity'] }) {
  const { dashboard, common } = useMessages()
  const format = useFormat()
  return (
    <section aria-labelledby="latest">
      <h2 id="latest" className={styles.title}>
        {dashboard.latest}
      </h2>
      <ol className={classNames('plain-list', styles.latest)}>
        {activities.map((activity) => (
          <li key={`${activity.timestamp} ${activity.title}`} className={styles.activity}>
            {activity.isCorrect ? (
              <Check aria-label={dashboard.answeredRight} role="img" size={18} className={styles.right} />
            ) : (
              <X aria-label={dashboard.answeredWrong} role="img" size={18} className={styles.wrong} />
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
      </ol>
    </section>
  )
}
