import type { Interview } from '@rehearse/contracts'
import { MINUTES_PER_DAY } from '@rehearse/contracts/constants'
import { coursePage } from '@rehearse/contracts/progress/learner-pages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useOwnWrite } from '../../shared/account/use-own-write.ts'
import { todayQuery } from '../../shared/api/study.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { removeInterview, storeInterview } from '../../shared/interview/change-interview.ts'
import { interviewDraft } from '../../shared/interview/interview-draft.ts'
import { useTodaysPartMessages } from '../../shared/interview/messages.en.ts'
import { usePaceTexts } from '../../shared/interview/pace-texts.ts'
import { moreCards, useTodaysPart } from '../../shared/interview/todays-part.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { CourseGlyph } from '../../shared/ui/course-glyph.tsx'
import { useErrorText } from '../../shared/ui/load-failed.tsx'
import { Why } from '../../shared/ui/why.tsx'
import { CalendarFeed } from './calendar-feed.tsx'
import { InterviewForm } from './interview-form.tsx'
import styles from './interview-page.module.css'
import { useInterviewDateMessages } from './messages.en.ts'
import { PlanDays } from './plan-days.tsx'

const ConfirmDialog = lazy(() => import('../../shared/ui/confirm-dialog.tsx'))

/** The plan up to an interview; on its day and afterwards, what comes next. */
export function PlanView({ uid, interview }: { uid: string; interview: Interview }) {
  const messages = useInterviewDateMessages()
  // New answers to the setup are proposed as a change of the plan.
  const [isChanging, setChanging] = useState(() => interviewDraft.read(interview) !== undefined)
  if (isChanging) {
    return (
      <section aria-labelledby="interview-form">
        <h2 id="interview-form" className={styles.heading}>
          {messages.changeTitle}
        </h2>
        <InterviewForm
          uid={uid}
          interview={interview}
          onSaved={() => setChanging(false)}
          onCancel={() => {
            interviewDraft.remove()
            setChanging(false)
          }}
        />
      </section>
    )
  }
  const change = () => setChanging(true)
  const today = interview.today.date
  if (interview.date <= today) {
    return interview.date === today ? (
      <InterviewDay uid={uid} onChange={change} />
    ) : (
      <Over uid={uid} interview={interview} onChange={change} />
    )
  }
  return (
    <div className={styles.grid}>
      <div className={styles.column}>
        <Today uid={uid} interview={interview} />
        <Coverage uid={uid} interview={interview} />
        <PlanDays interview={interview} today={today} />
      </div>
      <aside className={styles.column}>
        <About uid={uid} interview={interview} onChange={change} />
        <CalendarFeed uid={uid} url={interview.calendar.url} />
        <section aria-labelledby="mock-interview" className={styles.block}>
          <h2 id="mock-interview">{messages.mockView}</h2>
          <p className={styles.quiet}>{messages.mockOffer}</p>
          <ButtonLink to="/ai-mock-interview">{messages.mockAction}</ButtonLink>
        </section>
      </aside>
    </div>
  )
}

/** The countdown, and what today asks for, with one button to start it. */
function Today({ uid, interview }: { uid: string; interview: Interview }) {
  const messages = useInterviewDateMessages()
  const texts = useTodaysPartMessages()
  const format = useFormat()
  const { textsOf } = useTodaysPart()
  const { data: today } = useQuery(todayQuery(uid))
  const parts = today?.parts ?? []
  const [first] = parts
  const others = today ? moreCards(today) : 0
  return (
    <section aria-labelledby="todays-part" className={styles.panel}>
      <p data-numeric className={styles.countdown}>
        {texts.countdown(interview.daysLeft)}
      </p>
      <h2 id="todays-part">{messages.today}</h2>
      {first && (
        <>
          <ul className={`plain-list ${styles.pieces}`}>
            {parts.map((part) => (
              <li key={part.to}>
                <Link to={part.to}>{textsOf(part).name}</Link>
                {part.kind === 'cards' && part.why.by === 'cards' && part.count < part.why.due && (
                  <span className={styles.quiet}> {textsOf(part).why}</span>
                )}
              </li>
            ))}
          </ul>
          <p data-numeric className={styles.quiet}>
            {messages.todayText(texts.minutes(Math.round(today?.minutes ?? 0)))}{' '}
            <WhyPlan label={messages.today} interview={interview} />
          </p>
          <ButtonLink to={first.to} variant="primary">
            {textsOf(first).action}
          </ButtonLink>
        </>
      )}
      {today && !first && (
        <>
          <p>{messages.done}</p>
          <ButtonLink to="/questions">{messages.practiceMore}</ButtonLink>
        </>
      )}
      {others > 0 && (
        <p>
          {texts.moreCards(others)} <Link to="/flashcards">{texts.allCards(today?.cards.due ?? 0)}</Link>
        </p>
      )}
      <p className="visually-hidden">{format.date(`${interview.date}T12:00`)}</p>
    </section>
  )
}

/** How much of the chosen paths the plan reaches, and what would be enough time. */
function Coverage({ uid, interview }: { uid: string; interview: Interview }) {
  const messages = useInterviewDateMessages()
  const texts = useTodaysPartMessages()
  const format = useFormat()
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const { coverage, date, learningPaths, minutesPerDay, timeZone, track } = interview
  const needed = minutesPerDay + coverage.extraMinutesPerDay
  const applying = useOwnWrite({
    mutationFn: () =>
      storeInterview(queryClient, uid, {
        date,
        learningPaths: learningPaths.map(({ id }) => id),
        minutesPerDay: needed,
        timeZone,
        track,
      }),
  })
  const why = <WhyPlan label={messages.planView} interview={interview} />
  if (coverage.extraMinutesPerDay === 0)
    return (
      <p>
        {messages.coversAll} {why}
      </p>
    )
  const isPossible = needed <= MINUTES_PER_DAY.max
  return (
    <div className={styles.coverage}>
      <p data-numeric>
        {messages.coverage(format.percent(coverage.percent))}{' '}
        {isPossible ? messages.extra(coverage.extraMinutesPerDay) : messages.tooMuch} {why}
      </p>
      {isPossible && (
        <Button pending={applying.isPending} onClick={() => applying.mutate()}>
          {messages.apply(texts.minutes(needed))}
        </Button>
      )}
      {applying.isError && <Alert tone="error">{errorText(applying.error, messages.saveFailed)}</Alert>}
    </div>
  )
}

/** What the plan's days and its coverage are calculated from. */
function WhyPlan({ label, interview: { coverage, pace, track } }: { label: string; interview: Interview }) {
  const messages = useInterviewDateMessages()
  const texts = useTodaysPartMessages()
  const { question, card, lesson } = usePaceTexts(pace)
  return (
    <Why label={label} title={messages.whyPlan}>
      <p data-numeric>
        {messages.whyPlanLeft(texts.questions(coverage.unseenLeft), texts.lessons(coverage.lessonsLeft))}
      </p>
      <p data-numeric>
        {messages.whyPlanMinutes(question, card, lesson)} {messages.whyPlanPace(pace.question.own)}
      </p>
      {track && <p>{messages.whyPlanTrack}</p>}
      <p>{messages.whyPlanOrder}</p>
      <p>{messages.whyPlanCoverage}</p>
    </Why>
  )
}

/** What is prepared for, and how to change it. */
function About({
  uid,
  interview: { date, learningPaths, minutesPerDay, timeZone, track },
  onChange,
}: {
  uid: string
  interview: Interview
  onChange: () => void
}) {
  const messages = useInterviewDateMessages()
  const texts = useTodaysPartMessages()
  const format = useFormat()
  return (
    <section aria-labelledby="your-interview" className={styles.block}>
      <h2 id="your-interview">{messages.about}</h2>
      <dl className={styles.facts}>
        <dt>{messages.date}</dt>
        <dd>{format.date(`${date}T12:00`)}</dd>
        {track && (
          <>
            <dt>{texts.role}</dt>
            <dd>
              {texts.roles[track.role]} · {messages.levels[track.level]}
            </dd>
          </>
        )}
        <dt>{messages.minutes}</dt>
        <dd data-numeric>{texts.minutes(minutesPerDay)}</dd>
        <dt>{messages.zone}</dt>
        <dd>
          <bdi>{timeZone.replaceAll('_', ' ')}</bdi>
        </dd>
        <dt>{messages.preparing}</dt>
        <dd>
          <ul className={`plain-list ${styles.paths}`}>
            {learningPaths.map(({ id, title }) => (
              <li key={id}>
                <Link to={coursePage(id)} dir="auto">
                  <CourseGlyph pathId={id} title={title} className={styles.glyph} /> {title}
                </Link>
              </li>
            ))}
          </ul>
        </dd>
      </dl>
      <ChangeOrClear uid={uid}>
        <Button onClick={onChange}>{messages.change}</Button>
      </ChangeOrClear>
    </section>
  )
}

/** @param children the button beside "Clear date" */
function ChangeOrClear({ uid, children }: { uid: string; children: ReactNode }) {
  const messages = useInterviewDateMessages()
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const clearing = useOwnWrite({
    mutationFn: () => removeInterview(queryClient, uid),
    onSettled: () => setAsking(false),
  })
  return (
    <>
      <div className={styles.actions}>
        {children}
        <Button variant="ghost" onClick={() => setAsking(true)}>
          {messages.clear}
        </Button>
      </div>
      {clearing.isError && <Alert tone="error">{errorText(clearing.error, messages.clearFailed)}</Alert>}
      {isAsking && (
        <Suspense>
          <ConfirmDialog
            title={messages.clearTitle}
            text={messages.clearText}
            confirmLabel={messages.clear}
            cancelLabel={messages.cancel}
            pending={clearing.isPending}
            onConfirm={() => clearing.mutate()}
            onCancel={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  )
}

function InterviewDay({ uid, onChange }: { uid: string; onChange: () => void }) {
  const messages = useInterviewDateMessages()
  return (
    <section aria-labelledby="interview-day" className={styles.panel}>
      <h2 id="interview-day">{messages.dayTitle}</h2>
      <p>{messages.dayText}</p>
      <ButtonLink to="/cheatsheet" variant="primary">
        {messages.cheatSheets}
      </ButtonLink>
      <ChangeOrClear uid={uid}>
        <Button onClick={onChange}>{messages.change}</Button>
      </ChangeOrClear>
    </section>
  )
}

function Over({ uid, interview, onChange }: { uid: string; interview: Interview; onChange: () => void }) {
  const messages = useInterviewDateMessages()
  const format = useFormat()
  return (
    <section aria-labelledby="interview-over" className={styles.panel}>
      <h2 id="interview-over">{messages.overTitle}</h2>
      <p>{messages.overText(format.date(`${interview.date}T12:00`))}</p>
      <ChangeOrClear uid={uid}>
        <Button variant="primary" onClick={onChange}>
          {messages.setNew}
        </Button>
      </ChangeOrClear>
    </section>
  )
}
