import type { DayStats, Interview, PathProgress, PlanProgress, Progress, User } from '@rehearse/contracts'
import { DAILY_GOAL, PATH_STEPS } from '@rehearse/contracts/constants'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { LearnerOnly } from '../../shared/account/learner-only.tsx'
import { useProfile } from '../../shared/account/profile.ts'
import { learningPathsQuery } from '../../shared/api/catalog.ts'
import { courseQuery, courseStateQuery } from '../../shared/api/courses.ts'
import { interviewQuery } from '../../shared/api/interview.ts'
import { useProgress } from '../../shared/api/progress.ts'
import { coursePage, customPlansQuery, guidedPractice, reviewsQuery } from '../../shared/api/study.ts'
import { localDay, useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { useTodaysPartMessages } from '../../shared/interview/messages.en.ts'
import { useTodaysPart } from '../../shared/interview/todays-part.ts'
import { studyMinutes } from '../../shared/study-time.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { CourseGlyph } from '../../shared/ui/course-glyph.tsx'
import { LevelDots } from '../../shared/ui/level-dots.tsx'
import { Loading } from '../../shared/ui/load-failed.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { dashboardQuery } from './api.ts'
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
  const query = useProgress()
  const { data: progress } = query
  return (
    <Page title={messages.today} heading={messages.greeting(greeting, displayName)}>
      <Loading query={query} title={messages.loadFailed} heights={[9, 5, 5, 5]} />
      {progress && <Steps uid={uid} progress={progress} />}
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

function Steps({ uid, progress }: { uid: string; progress: Progress }) {
  const messages = useProgressMessages()
  const format = useFormat()
  const { data: reviews } = useQuery(reviewsQuery(uid))
  const plansQuery = useQuery(customPlansQuery(uid))
  const profileQuery = useProfile()
  const pathsQuery = useQuery(learningPathsQuery)
  const datedQuery = useQuery(interviewQuery(uid))
  const interview = datedQuery.data ?? null
  const { starts } = useTodaysPart()
  const leads = interview !== null && starts(interview.today).length > 0
  const plans = plansQuery.data ?? []
  const running = plans.filter(({ state }) => state === 'running')
  const [plan, ...otherPlans] = running
  const { learningPath = null, learningMode = null } = profileQuery.data?.preferences ?? {}
  const course =
    chosenCourse(learningPath, progress.learningPaths, pathsQuery.data ?? []) ??
    (plan && learningMode === 'guided' ? undefined : latestCourse(progress.learningPaths))
  // If an interview or a course is the next step, all plans are listed; else the first plan is the next step.
  const rows = leads || course ? running : otherPlans
  const due = reviews?.pagination.totalCount ?? 0
  const planText = (one: PlanProgress) => {
    const day = one.days.find(({ day }) => day === one.currentDay)
    return [
      messages.planDay(format.number(one.currentDay ?? 1), format.number(one.duration)),
      ...(day ? [messages.planToday(format.number(day.done), format.number(day.target))] : []),
    ].join(' · ')
  }
  // Only once: what is shown mounts queries that, after an error, load again.
  const [isReady, setReady] = useState(false)
  if (!isReady && ![plansQuery, profileQuery, pathsQuery, datedQuery].some(isFirstLoad)) setReady(true)
  if (!isReady) {
    return <Skeleton heights={[9, 5, 5, 5]} />
  }
  if (progress.lastActivity === null && !course && !plan && !interview) return <FirstSteps />
  return (
    <>
      {interview && leads ? (
        <InterviewPart interview={interview} />
      ) : course ? (
        <CourseStep uid={uid} course={course} />
      ) : plan ? (
        <NextStep
          title={messages.continue(plan.name)}
          text={planText(plan)}
          percent={plan.progress}
          action={
            <ButtonLink to={guidedPractice(plan.planId)} variant="primary">
              {messages.planAction}
            </ButtonLink>
          }
        />
      ) : (
        <NextStep
          title={messages.chooseTitle}
          text={messages.chooseText}
          action={
            <ButtonLink to="/learning-paths" variant="primary">
              {messages.chooseAction}
            </ButtonLink>
          }
        />
      )}
      <ul className={`plain-list ${styles.rows}`}>
        <Goal uid={uid} />
        <Streak progress={progress} />
        <Row
          title={messages.cardsDue(due)}
          text={due === 0 ? messages.cardsNone : messages.cardsText}
          to="/flashcards"
          action={due === 0 ? undefined : messages.cardsAction}
        />
        {rows.map((one) => (
          <Row
            key={one.planId}
            title={one.name}
            text={planText(one)}
            to={guidedPractice(one.planId)}
            action={messages.planAction}
            isNamed
          />
        ))}
        {leads && course && (
          <Row
            title={course.pathName}
            text={messages.stepsDone(course.completedSections.length)}
            to={coursePage(course.pathId)}
            action={messages.planAction}
            isNamed
          />
        )}
        {interview && !leads && <Countdown interview={interview} />}
      </ul>
    </>
  )
}

/** Not while it retries: the day shows without it then. */
const isFirstLoad = (query: { isLoading: boolean; failureCount: number }) =>
  query.isLoading && query.failureCount === 0

type Course = Pick<PathProgress, 'pathId' | 'pathName' | 'progress' | 'completedSections'>

/** The path that the learner chose, until it is complete. Answers in free practice don't replace it. */
function chosenCourse(
  id: string | null,
  started: readonly PathProgress[],
  catalog: readonly { id: string; title: string }[],
): Course | undefined {
  const course = started.find(({ pathId }) => pathId === id)
  if (course) return course.completedAt === null ? course : undefined
  const path = catalog.find((one) => one.id === id)
  return path && { pathId: path.id, pathName: path.title, progress: 0, completedSections: [] }
}

/** The course practiced last that isn't complete. */
const latestCourse = (paths: readonly PathProgress[]): PathProgress | undefined =>
  paths
    .filter(({ completedAt }) => completedAt === null)
    .toSorted((one, other) => other.lastAccessed.localeCompare(one.lastAccessed))[0]

/** The first incomplete step of a course, and how long it takes. */
function CourseStep({ uid, course: { pathId, pathName, progress, completedSections } }: CourseStepProps) {
  const messages = useProgressMessages()
  const format = useFormat()
  const query = useQuery(courseStateQuery(uid, pathId))
  const { data: path } = useQuery(courseQuery(pathId))
  if (isFirstLoad(query)) return <Skeleton heights={[8]} />
  const { data: state } = query
  const at = state?.steps.findIndex(({ isCompleted }) => !isCompleted) ?? -1
  const step = state?.steps[at]
  const lesson = path?.steps.find(({ id }) => id === step?.id)?.lesson
  const left = step?.questions.filter((question) => question.state !== 'correct').length ?? 0
  const isBegun = step?.questions.some((question) => question.state !== 'unseen')
  return (
    <NextStep
      title={
        step
          ? messages.continueStep(step.title, format.number(at + 1), format.number(PATH_STEPS))
          : messages.continue(pathName)
      }
      text={
        <span className={styles.course}>
          <CourseGlyph pathId={pathId} title={pathName} className={styles.glyph} />
          <span>
            <bdi>{step ? pathName : messages.stepsDone(completedSections.length)}</bdi>
            {step &&
              lesson !== undefined &&
              ` · ${messages.minutesLeft(studyMinutes(isBegun ? '' : lesson, left))}`}
          </span>
        </span>
      }
      percent={progress}
      action={
        <ButtonLink to={coursePage(pathId, step?.id)} variant="primary">
          {messages.planAction}
        </ButtonLink>
      }
    />
  )
}

interface CourseStepProps {
  uid: string
  course: Course
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
          {action} {isNamed && <span className="visually-hidden">{title}</span>}
        </ButtonLink>
      )}
    </li>
  )
}

/** Today's part of the plan up to an interview. */
function InterviewPart({ interview: { daysLeft, today } }: { interview: Interview }) {
  const messages = useTodaysPartMessages()
  const { inWords, starts } = useTodaysPart()
  const [first] = starts(today)
  const parts = inWords({ unseen: today.unseen.length, lessons: today.lessons.length, due: today.due })
  return (
    <NextStep
      title={messages.countdown(daysLeft)}
      text={
        <>
          {messages.today(parts)} · {messages.minutes(Math.round(today.minutes))} ·{' '}
          <Link to="/interview">{messages.open}</Link>
        </>
      }
      action={
        first && (
          <ButtonLink to={first.to} variant="primary">
            {first.label}
          </ButtonLink>
        )
      }
    />
  )
}

/** An interview whose part for today is done, or that is over. */
function Countdown({ interview: { date, daysLeft, today } }: { interview: Interview }) {
  const messages = useTodaysPartMessages()
  const format = useFormat()
  const isOver = date < today.date
  return (
    <Row
      title={isOver ? messages.over : messages.countdown(daysLeft)}
      text={
        isOver
          ? messages.overText
          : daysLeft === 0
            ? format.date(`${date}T12:00`)
            : `${messages.done} · ${format.date(`${date}T12:00`)}`
      }
      to="/interview"
      action={messages.open}
    />
  )
}

/** The rest of the learner's daily goal. */
function Goal({ uid }: { uid: string }) {
  const messages = useProgressMessages()
  const format = useFormat()
  const { data: profile, isPending: isProfilePending } = useProfile()
  const { data: dashboard, isPending } = useQuery(dashboardQuery(uid))
  if (isPending || isProfilePending) {
    return (
      <li className={styles.row}>
        <Skeleton heights={[2.75]} />
      </li>
    )
  }
  const today: DayStats | undefined = dashboard?.weeklyProgress.at(-1)
  const goal = profile?.preferences.dailyGoal ?? DAILY_GOAL.default
  const done = today?.questionsAnswered ?? 0
  return (
    <Row
      title={done < goal ? messages.goalOpen(goal - done) : messages.goalReached}
      text={(done > goal ? messages.goalDone : messages.planToday)(format.number(done), format.number(goal))}
      to="/questions"
      action={done < goal ? messages.practice : undefined}
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
