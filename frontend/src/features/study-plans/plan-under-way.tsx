import type { PlanProgress } from '@rehearse/contracts'
import { Link } from 'react-router'
import { guidedPractice } from '../../shared/guided-practice.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { Meter } from '../../shared/ui/meter.tsx'
import { useStudyPlanMessages } from './study-plan-messages.ts'
import styles from './study-plans.module.css'

/** A plan that was begun, and the way on with it. */
export function PlanUnderWay({ plan }: { plan: PlanProgress }) {
  const messages = useStudyPlanMessages()
  const format = useFormat()
  const day = format.number(plan.currentDay ?? 1)
  const finished = plan.questionsCompleted >= plan.totalQuestions
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <h3 dir="auto">
          <Link to={`/study-plans/${encodeURIComponent(plan.planId)}`}>{plan.name}</Link>
        </h3>
        <p data-numeric className={styles.quiet}>
          {plan.state === 'paused' ? messages.paused : messages.dayOf(day, format.number(plan.duration))}
          {' · '}
          {messages.doneOf(format.number(plan.questionsCompleted), format.number(plan.totalQuestions))}
        </p>
        <Meter label={plan.name} value={plan.progress} />
      </div>
      <div className={styles.actions}>
        {plan.state === 'running' && !finished ? (
          <ButtonLink to={guidedPractice(plan.planId)} variant="primary">
            {messages.continueDay(day)}
          </ButtonLink>
        ) : (
          <ButtonLink to={`/study-plans/${encodeURIComponent(plan.planId)}`}>
            {messages.see} <span className="visually-hidden">{plan.name}</span>
          </ButtonLink>
        )}
      </div>
    </li>
  )
}
