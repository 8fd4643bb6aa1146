import type { Progress, TodayPart, Today as TodayReply, User } from '@rehearse/contracts'
import { coursePage } from '@rehearse/contracts/progress/learner-pages'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { LearnerOnly } from '../../shared/account/learner-only.tsx'
import { learningPathsQuery } from '../../shared/api/catalog.ts'
import { useProgress } from '../../shared/api/progress.ts'
import { todayQuery } from '../../shared/api/study.ts'
import { localDay, useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { useTodaysPartMessages } from '../../shared/interview/messages.en.ts'
import { moreCards, useTodaysPart } from '../../shared/interview/todays-part.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { CourseGlyph } from '../../shared/ui/course-glyph.tsx'
import { LevelDots } from '../../shared/ui/level-dots.tsx'
import { Loading } from '../../shared/ui/load-failed.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { useProgressMessages } from './messages.en.ts'
import styles from './today.module.css'

/** The next thing to do. Past activity is on the progress page. */
export function Today() {
  const messages = useProgressMessages()
  return (
    <LearnerOnly title={messages.today} words={messages.visitor}>
      {(learner) => <OwnDay learner={learner} />}
    </LearnerOnly>
  )
}

function OwnDay({ learner: { uid, displayName } }: { learner: User }) {
  const messages = useProgressMessages()
  const greeting = useGreeting()
  const progress = useProgress()
  const today = useQuery(todayQuery(uid))
  const query = progress.data ? today : progress
  return (
    <Page title={messages.today} heading={messages.greeting(greeting, displayName)}>
      <Loading query={query} title={messages.loadFailed} heights={[9, 5, 5, 5]} />
      {progress.data && today.data && <Steps today={today.data} progress={progress.data} />}
    </Page>
  )
}

function useGreeting(): string {
  const messages = useProgressMessages()
  const [hour] = useState(() => new Date().getHours())
  if (hour >= 5 && hour < 12) return messages.morning
  return hour >= 12 && hour < 18 ? messages.afternoon : messages.evening
}

const SUGGESTED = 3

/** A new account: a first question, or one of a few courses. */
function FirstSteps() {
  const messages = useProgressMessages()
  const { common } = useMessages()
  const { data: paths = [] } = useQuery(learningPathsQuery)
  const suggested = paths.filter(({ questionCount }) => questionCount > 0).slice(0, SUGGESTED)
  return (
    <>
      <NextStep
        title={messages.firstTitle}
        text={messages.firstText}
        action={
          <ButtonLink to="/questions" variant="primary">
            {messages.emptyAction}
          </ButtonLink>
        }
      />
      {suggested.length > 0 && (
        <section aria-labelledby="courses">
          <h2 id="courses" className={styles.heading}>
            {messages.suggested}
          </h2>
          <ul className={`plain-list ${styles.rows}`}>
            {suggested.map((path) => (
              <Row
                key={path.id}
                title={path.title}
                mark={<CourseGlyph pathId={path.id} title={path.title} />}
                text={
                  <>
                    <LevelDots level={path.difficulty} /> {common.questions(path.questionCount)}
                  </>
                }
                to={coursePage(path.id)}
                action={messages.start}
                isNamed
              />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Steps({ today, progress }: { today: TodayReply; progress: Progress }) {
  const messages = useProgressMessages()
  const texts = useTodaysPartMessages()
  const { textsOf } = useTodaysPart()
  const { parts, course, interview, cards } = today
  const [first, ...rest] = parts
  const isNew = progress.lastActivity === null && parts.every(({ why }) => why.by === 'goal')
  if (isNew && !course && !interview) return <FirstSteps />
  const isChosen = course !== null || interview !== null || parts.some(({ why }) => why.by === 'plan')
  const isInParts = parts.some(({ why }) => why.by === 'course')
  const more = moreCards(today)
  return (
    <>
      {first ? <FirstPart part={first} today={today} /> : <Done today={today} isChosen={isChosen} />}
      <ul className={`plain-list ${styles.rows}`}>
        {rest.map((part) => {
          const { name, why, action } = textsOf(part)
          const isNamed = part.kind !== 'cards'
          return <Row key={part.to} title={name} text={why} to={part.to} action={action} isNamed={isNamed} />
        })}
        {more > 0 && (
          <Row
            title={texts.moreCards(more)}
            text={messages.cardsText}
            to="/flashcards"
            action={texts.allCards(cards.due)}
          />
        )}
        {cards.due === 0 && (
          <Row
            title={messages.cardsDue(0)}
            text={cards.later > 0 ? texts.laterCards(cards.later) : messages.cardsNone}
            to="/flashcards"
            action={undefined}
          />
        )}
        {parts.every(({ why }) => why.by !== 'goal') && <Goal today={today} />}
        <Streak progress={progress} />
        {first && course && !isInParts && (
          <Row
            title={course.name}
            text={course.step?.title ?? messages.stepsDone(0)}
            to={course.to}
            action={messages.planAction}
            isNamed
          />
        )}
        {first && !isChosen && (
          <Row
            title={messages.chooseTitle}
            text={messages.chooseText}
            to="/learning-paths"
            action={messages.chooseAction}
          />
        )}
        {interview && first?.why.by !== 'interview' && <Countdown today={today} interview={interview} />}
      </ul>
    </>
  )
}

/** The first part of the day; its step, plan or interview gives it a title. */
function FirstPart({ part, today }: { part: TodayPart; today: TodayReply }) {
  const messages = useProgressMessages()
  const texts = useTodaysPartMessages()
  const { textsOf, inWords } = useTodaysPart()
  const { name, why, action } = textsOf(part)
  const { course, interview, parts } = today
  const button = (
    <ButtonLink to={part.to} variant="primary">
      {part.why.by === 'course' ? messages.planAction : action}
    </ButtonLink>
  )
  if (part.why.by === 'course' && course) return <CourseStep course={course} action={button} />
  const whole = `${texts.today(inWords(parts))} · ${texts.minutes(Math.round(today.minutes))}`
  if (part.why.by === 'interview' && interview) {
    return (
      <NextStep
        title={texts.countdown(interview.daysLeft)}
        text={
          <>
            {whole} · <Link to="/interview">{texts.open}</Link>
          </>
        }
        action={button}
      />
    )
  }
  return (
    <NextStep
      title={part.why.by === 'plan' ? messages.continue(name) : name}
      text={parts.length > 1 ? `${why} · ${whole}` : why}
      {...(part.why.by === 'plan' && { percent: part.why.percent })}
      action={button}
    />
  )
}

/** Nothing that was assigned is left; the course can go on, or another one be chosen. */
function Done({ today: { course }, isChosen }: { today: TodayReply; isChosen: boolean }) {
  const messages = useProgressMessages()
  const texts = useTodaysPartMessages()
  if (course) {
    return (
      <CourseStep
        course={course}
        action={<ButtonLink to={course.to}>{messages.planAction}</ButtonLink>}
        done={texts.done}
      />
    )
  }
  if (!isChosen) {
    return (
      <NextStep
        title={messages.chooseTitle}
        text={`${texts.done} · ${messages.chooseText}`}
        action={
          <ButtonLink to="/learning-paths" variant="primary">
            {messages.chooseAction}
          </ButtonLink>
        }
      />
    )
  }
  return (
    <NextStep
      title={texts.done}
      text={texts.doneText}
      action={<ButtonLink to="/questions">{messages.practice}</ButtonLink>}
    />
  )
}

/** The next step of the path that the learner opened or chose, and how long it takes. */
function CourseStep({
  course: { pathId, name, percent, step, minutes },
  action,
  done,
}: {
  course: NonNullable<TodayReply['course']>
  action: ReactNode
  /** Set if today asks for nothing more. */
  done?: string
}) {
  const messages = useProgressMessages()
  const format = useFormat()
  return (
    <NextStep
      title={
        step
          ? messages.continueStep(step.title, format.number(step.number), format.number(step.of))
          : messages.continue(name)
      }
      text={
        <span className={styles.course}>
          <CourseGlyph pathId={pathId} title={name} className={styles.glyph} />
          <span>
            {done && `${done} · `}
            <bdi>{name}</bdi>
            {step && ` · ${messages.minutesLeft(Math.max(1, Math.round(minutes)))}`}
          </span>
        </span>
      }
      percent={percent}
      action={action}
    />
  )
}

/** The one thing to do next. */
function NextStep({
  title,
  text,
  percent,
  action,
}: {
  title: string
  text: ReactNode
  percent?: number
  action: ReactNode
}) {
  const format = useFormat()
  return (
    <section aria-labelledby="next-step" className={styles.next}>
      {percent !== undefined && (
        <svg viewBox="0 0 64 64" role="img" aria-label={format.percent(percent)} className={styles.ring}>
          <circle cx="32" cy="32" r="27" pathLength="100" />
          {percent > 0 && (
            <circle cx="32" cy="32" r="27" pathLength="100" strokeDasharray={`${percent} 100`} />
          )}
          <text x="32" y="37" textAnchor="middle" data-numeric>
            {format.percent(percent)}
          </text>
        </svg>
      )}
      <div className={styles.words}>
        <h2 id="next-step" dir="auto">
          {title}
        </h2>
        <p data-numeric className={styles.text}>
          {text}
        </p>
      </div>
      {action}
    </section>
  )
}

function Row({
  title,
  mark,
  text,
  to,
  action,
  isNamed = false,
}: {
  title: string
  /** What the title is about, as a drawing. */
  mark?: ReactNode
  text: ReactNode
  to: string
  /** Absent if there is nothing to do. */
  action: string | undefined
  /** Whether the title is a name, which makes the link's label unique. */
  isNamed?: boolean
}) {
  return (
    <li className={styles.row}>
      {mark}
      <div className={styles.about}>
        <p dir="auto" className={styles.name}>
          {title}
        </p>
        <p data-numeric className={styles.text}>
          {text}
        </p>
      </div>
      {action && (
        <ButtonLink to={to} size="small">
          {action}
          {isNamed && <span className="visually-hidden"> {title}</span>}
        </ButtonLink>
      )}
    </li>
  )
}

/** The days left until an interview, or that it is over. */
function Countdown({
  today,
  interview: { date, daysLeft },
}: {
  today: TodayReply
  interview: NonNullable<TodayReply['interview']>
}) {
  const messages = useTodaysPartMessages()
  const format = useFormat()
  const isOver = date < today.date
  return (
    <Row
      title={isOver ? messages.over : messages.countdown(daysLeft)}
      text={isOver ? messages.overText : format.date(`${date}T12:00`)}
      to="/interview"
      action={messages.open}
    />
  )
}

/** The daily goal, once it is reached; until then it is a part of the day. */
function Goal({ today: { goal } }: { today: TodayReply }) {
  const messages = useProgressMessages()
  const texts = useTodaysPartMessages()
  const format = useFormat()
  const { done, target } = goal
  const numbers = [format.number(done), format.number(target)] as const
  return (
    <Row
      title={done < target ? messages.goalTitle : messages.goalReached}
      text={done > target ? messages.goalDone(...numbers) : texts.doneOf(...numbers)}
      to="/questions"
      action={undefined}
    />
  )
}

/** The streak today, and how to keep it. */
function Streak({ progress }: { progress: Progress }) {
  const messages = useProgressMessages()
  const { account } = useMessages()
  const { currentStreak: streak, streakFreezes, lastActivity } = progress
  const isActiveToday = lastActivity !== null && localDay(new Date(lastActivity)) === localDay()
  const state = isActiveToday ? messages.streakActive : messages.streakOpen
  return (
    <Row
      title={streak === 0 ? messages.streakNone : account.streak(streak)}
      text={streakFreezes > 0 ? `${state} ${messages.freezes(streakFreezes)}.` : state}
      to="/questions"
      action={undefined}
    />
  )
}
