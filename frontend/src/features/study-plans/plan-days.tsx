import type { PlanProgress } from '@rehearse/contracts'
import type { ReactNode } from 'react'
import { useFormat } from '../../shared/i18n/format.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { Figure, Figures } from '../../shared/ui/figure.tsx'
import { Meter } from '../../shared/ui/meter.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { OwnPlanActions } from './own-plan-actions.tsx'
import { PlanActions } from './plan-actions.tsx'
import { useStudyPlanMessages } from './study-plan-messages.ts'
import styles from './study-plans.module.css'

/** A plan that was begun: its days with their targets, and its sections. */
export function PlanDays({ uid, plan, back }: { uid: string; plan: PlanProgress; back: ReactNode }) {
  const messages = useStudyPlanMessages()
  const format = useFormat()
  const number = format.number
  const finished = plan.questionsCompleted >= plan.totalQuestions
  const right = plan.questionsCompleted === 0 ? 0 : (plan.correctAnswers / plan.questionsCompleted) * 100
  const line = () => {
    if (finished) return messages.finished
    if (plan.state === 'paused') return messages.paused
    return messages.dayOf(number(plan.currentDay ?? 1), number(plan.duration))
  }
  return (
    <Page
      title={plan.name}
      lead={line()}
      actions={
        <>
          <PlanActions uid={uid} plan={plan} finished={finished} />
          {plan.origin === 'own' && <OwnPlanActions uid={uid} planId={plan.planId} />}
        </>
      }
    >
      {back}
      <Figures>
        <Figure
          label={messages.progress}
          value={format.percent(plan.progress)}
          line={messages.doneOf(number(plan.questionsCompleted), number(plan.totalQuestions))}
          lit
        />
        <Figure
          label={messages.accuracy}
          value={format.percent(right)}
          line={messages.doneOf(number(plan.correctAnswers), number(plan.questionsCompleted))}
        />
      </Figures>
      <div className={styles.columns}>
        <section aria-labelledby="days">
          <h2 id="days">{messages.daysTitle}</h2>
          <ol className={`plain-list ${styles.list}`}>
            {plan.days.map(({ day, target, done, correct }) => {
              const isToday = plan.state === 'running' && day === plan.currentDay
              const name = messages.day(number(day))
              return (
                <li
                  key={day}
                  aria-current={isToday ? 'step' : undefined}
                  className={classNames(styles.day, isToday && styles.now)}
                >
                  <p className={styles.dayName}>
                    {name} {isToday && <Tag>{messages.today}</Tag>}
                  </p>
                  <p data-numeric className={styles.quiet}>
                    {messages.doneOf(number(done), number(target))}
                    {done > 0 && ` · ${messages.right(number(correct))}`}
                  </p>
                  <Meter label={name} value={done} max={target} />
                </li>
              )
            })}
          </ol>
        </section>
        <section aria-labelledby="sections">
          <h2 id="sections">{messages.sectionsTitle}</h2>
          {plan.sections.length === 0 && <p className={styles.quiet}>{messages.allFields}</p>}
          <ul className={`plain-list ${styles.list}`}>
            {plan.sections.map(({ id, name, target, done }) => (
              <li key={id} className={styles.day}>
                <p dir="auto" className={styles.dayName}>
                  {name}
                </p>
                <p data-numeric className={styles.quiet}>
                  {messages.doneOf(number(done), number(target))}
                </p>
                <Meter label={name} value={done} max={target} />
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Page>
  )
}
