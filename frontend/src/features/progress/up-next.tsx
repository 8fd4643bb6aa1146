import { useQuery } from '@tanstack/react-query'
import { ownPlansQuery, reviewsQuery } from '../../shared/api/study.ts'
import { guidedPractice } from '../../shared/guided-practice.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import styles from './lists.module.css'
import { useProgressMessages } from './progress-messages.ts'
import { TitledList } from './titled-list.tsx'

/** What waits to be gone on with: flashcards that are due, plans that are running. Nothing, where nothing waits. */
export function UpNext({ uid }: { uid: string }) {
  const messages = useProgressMessages()
  const format = useFormat()
  const { data: reviews } = useQuery(reviewsQuery(uid))
  const { data: plans = [] } = useQuery(ownPlansQuery(uid))
  const due = reviews?.pagination.totalCount ?? 0
  const running = plans.filter(({ state }) => state === 'running')
  if (due === 0 && running.length === 0) return null
  return (
    <TitledList title={messages.nextTitle} className={styles.next}>
      {[
        ...running.map((plan) => {
          const day = plan.days.find(({ day }) => day === plan.currentDay)
          return (
            <li key={plan.planId} className={styles.row}>
              <div className={styles.name}>
                <p dir="auto">{plan.name}</p>
                <p data-numeric className={styles.quiet}>
                  {messages.planDay(format.number(plan.currentDay ?? 1), format.number(plan.duration))}
                  {day && ` · ${messages.planToday(format.number(day.done), format.number(day.target))}`}
                </p>
              </div>
              <ButtonLink to={guidedPractice(plan.planId)} size="small">
                {messages.planAction} <span className="visually-hidden">{plan.name}</span>
              </ButtonLink>
            </li>
          )
        }),
        ...(due > 0
          ? [
              <li key="cards" className={styles.row}>
                <p>{messages.cardsDue(due)}</p>
                <ButtonLink to="/flashcards" size="small">
                  {messages.cardsAction}
                </ButtonLink>
              </li>,
            ]
          : []),
      ]}
    </TitledList>
  )
}
