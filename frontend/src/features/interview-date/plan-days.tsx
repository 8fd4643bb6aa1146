import type { Interview, PlannedDay } from '@rehearse/contracts'
import { guidedPractice } from '@rehearse/contracts/progress/learner-pages'
import { Fragment, useState } from 'react'
import { Link } from 'react-router'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { useTodaysPartMessages } from '../../shared/interview/messages.en.ts'
import { useTodaysPart } from '../../shared/interview/todays-part.ts'
import { Button } from '../../shared/ui/button.tsx'
import styles from './interview-page.module.css'
import { useInterviewDateMessages } from './messages.en.ts'

/** Two weeks; a plan can have a year. */
const SHOWN = 14

const minutesOf = ({ minutes, studyPlans }: PlannedDay): number =>
  studyPlans.reduce((sum, plan) => sum + plan.minutes, minutes)

/** What each coming day holds, up to the interview; of a plan that isn't set yet, all days and without links. */
export function PlanDays({
  interview,
  today,
  isPreview = false,
}: {
  interview: Interview
  today: string
  isPreview?: boolean
}) {
  const { common } = useMessages()
  const messages = useInterviewDateMessages()
  const texts = useTodaysPartMessages()
  const format = useFormat()
  const { activityName } = useTodaysPart()
  const [all, setAll] = useState(isPreview)
  const { days, date, learnUntil, minutesPerDay } = interview
  const shown = all ? days : days.slice(0, SHOWN)
  const count = (value: number) =>
    value === 0 ? <span className={styles.none}>–</span> : format.number(value)
  return (
    <section aria-labelledby="plan-days">
      <h2 id="plan-days">{messages.days}</h2>
      <p className={styles.quiet}>
        {learnUntil === days.at(-1)?.date
          ? messages.learnToTheEnd
          : messages.learnUntil(format.day(learnUntil))}
      </p>
      <table data-numeric className={styles.days}>
        <thead>
          <tr>
            <th scope="col">{messages.columns.day}</th>
            <th scope="col">{messages.columns.lessons}</th>
            <th scope="col">{messages.columns.unseen}</th>
            <th scope="col">{messages.columns.due}</th>
            <th scope="col">{messages.columns.minutes}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((day) => (
            <Fragment key={day.date}>
              <tr aria-current={day.date === today ? 'date' : undefined}>
                <th scope="row">
                  {day.date === today
                    ? messages.todayName
                    : `${format.weekday(day.date)}${messages.dayComma} ${format.day(day.date)}`}
                </th>
                <td>{count(day.lessons)}</td>
                <td>{count(day.unseen)}</td>
                <td>{count(day.due)}</td>
                <td>
                  <span className={styles.load}>
                    {format.number(Math.round(minutesOf(day)))}
                    <span aria-hidden className={styles.track}>
                      <span
                        style={{ inlineSize: `${Math.min(100, (minutesOf(day) / minutesPerDay) * 100)}%` }}
                      />
                    </span>
                  </span>
                </td>
              </tr>
              {day.activities.length + day.studyPlans.length > 0 && (
                <tr className={styles.activities}>
                  <td colSpan={5}>
                    <ul className="plain-list">
                      {day.activities.map((activity) => (
                        <li key={activity.to}>
                          <bdi>
                            {isPreview ? (
                              activityName(activity)
                            ) : (
                              <Link to={activity.to}>{activityName(activity)}</Link>
                            )}
                          </bdi>
                          <span className={styles.quiet}>
                            {' '}
                            · {texts.minutes(Math.round(activity.minutes))}
                          </span>
                        </li>
                      ))}
                      {day.studyPlans.map(({ planId, name, questions, minutes }) => (
                        <li key={planId}>
                          <bdi>
                            {isPreview || day.date !== today ? (
                              name
                            ) : (
                              <Link to={guidedPractice(planId)}>{name}</Link>
                            )}
                          </bdi>
                          <span className={styles.quiet}>
                            {' '}
                            · {common.questions(questions)} · {texts.minutes(Math.round(minutes))}
                          </span>
                        </li>
                      ))}
                    </ul>
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
          {shown.length === days.length && (
            <tr className={styles.interviewRow}>
              <th scope="row">{`${format.weekday(date)}${messages.dayComma} ${format.day(date)}`}</th>
              <td colSpan={4}>{messages.interviewDay}</td>
            </tr>
          )}
        </tbody>
      </table>
      {days.length > SHOWN && (
        <Button size="small" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? messages.fewerDays : messages.moreDays(days.length - SHOWN)}
        </Button>
      )}
    </section>
  )
}
