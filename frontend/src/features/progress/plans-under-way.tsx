import { useQuery } from '@tanstack/react-query'
import { ownPlansQuery } from '../../shared/api/study.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { Meter } from '../../shared/ui/meter.tsx'
import styles from './lists.module.css'
import { useProgressMessages } from './progress-messages.ts'
import { TitledList } from './titled-list.tsx'

/** The guided plans that were begun. */
export function PlansUnderWay({ uid }: { uid: string }) {
  const messages = useProgressMessages()
  const format = useFormat()
  const { data: plans = [] } = useQuery(ownPlansQuery(uid))
  const begun = plans.filter(({ state }) => state !== 'not-started')
  return (
    <div>
      <TitledList title={messages.plans} empty={messages.plansEmpty} className={styles.mastery}>
        {begun.map((plan) => (
          <li key={plan.planId}>
            <p className={styles.line}>
              <span dir="auto">{plan.name}</span>
              <span data-numeric className={styles.quiet}>
                {plan.state === 'paused'
                  ? messages.planPaused
                  : messages.planDay(format.number(plan.currentDay ?? 1), format.number(plan.duration))}
                {' · '}
                {messages.planLine(
                  format.number(plan.questionsCompleted),
                  format.number(plan.totalQuestions),
                )}
              </span>
            </p>
            <Meter label={plan.name} value={plan.progress} />
          </li>
        ))}
      </TitledList>
      <ButtonLink to="/study-plans" size="small" className={styles.below}>
        {begun.length === 0 ? messages.plansAction : messages.plans}
      </ButtonLink>
    </div>
  )
}
