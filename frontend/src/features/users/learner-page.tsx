import type { LearnerEvent, learnerProgressReply } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { ApiError } from '../../shared/api/api-error.ts'
import type { Reply } from '../../shared/api/reply.ts'
import { localDay, useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { TextField } from '../../shared/ui/fields.tsx'
import { keyboardScrollable } from '../../shared/ui/keyboard.ts'
import { LoadFailed, Loading } from '../../shared/ui/load-failed.tsx'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Pagination } from '../../shared/ui/pagination.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { Stat, Stats } from '../../shared/ui/stat.tsx'
import { AccountSection } from './account-section.tsx'
import { learnerEventsQuery, learnerProgressQuery, learnerQuery } from './api.ts'
import { useUserMessages } from './messages.en.ts'
import styles from './users.module.css'

/** One learner: the account, their stats at the end of any day, and the events behind them. */
export function LearnerPage() {
  const messages = useUserMessages()
  const { uid = '' } = useParams()
  const [search, setSearch] = useSearchParams()
  const day = dayOf(search.get('asOf'))
  const { data: learner, error, refetch } = useQuery(learnerQuery(uid))

  const chooseDay = (chosen: string) =>
    setSearch(chosen === '' ? {} : { asOf: chosen }, { replace: true, preventScrollReset: true })

  return (
    <Page
      title={learner?.displayName ?? messages.learnersView}
      heading={learner?.displayName ?? messages.learnersView}
      lead={learner && <bdi>{learner.email}</bdi>}
      actions={
        <Link to="/admin/users" className={styles.back}>
          {messages.back}
        </Link>
      }
    >
      {!learner && !error && <Skeleton heights={[6, 8, 16]} />}
      {!learner && error && isMissing(error) && <Alert tone="error">{messages.notFound}</Alert>}
      {!learner && error && !isMissing(error) && (
        <LoadFailed title={messages.learnerFailed} error={error} onRetry={() => void refetch()} />
      )}
      {learner && (
        <>
          <AccountSection learner={learner} />
          <StatsAsOf uid={uid} day={day} onDay={chooseDay} />
          <LearnerEvents key={day} uid={uid} day={day} />
        </>
      )}
    </Page>
  )
}

const isMissing = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 400)

const dayOf = (text: string | null): string | undefined =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined

/** The events recorded by the end of a day, a page at a time, each with its data. */
function LearnerEvents({ uid, day }: { uid: string; day: string | undefined }) {
  const messages = useUserMessages()
  const [span, setSpan] = useState({ page: 1, pageSize: 10 })
  const query = useQuery(learnerEventsQuery(uid, { asOf: endOfDay(day), ...span }))
  const { data } = query
  return (
    <section aria-labelledby="events" className={styles.section}>
      <h2 id="events">{messages.events}</h2>
      <p className={styles.quiet}>{messages.eventsLead}</p>
      <Loading query={query} title={messages.eventsFailed} heights={[3, 3, 3]} />
      {data?.events.length === 0 && <p>{messages.noEvents}</p>}
      {data && data.events.length > 0 && (
        <>
          <ol className={`plain-list ${styles.events}`}>
            {data.events.map((event) => (
              <EventRow key={event.eventId} event={event} />
            ))}
          </ol>
          <Pagination pagination={data.pagination} showing={messages.showingEvents} onChange={setSpan} />
        </>
      )}
    </section>
  )
}

function EventRow({ event }: { event: LearnerEvent }) {
  const { common } = useMessages()
  const messages = useUserMessages()
  const format = useFormat()
  const { data } = event
  const subject = data.questionTitle ?? data.challengeTitle ?? data.title
  const outcome = typeof data.isCorrect === 'boolean' && (data.isCorrect ? messages.right : messages.wrong)
  return (
    <li>
      <details className={styles.event}>
        <summary>
          <span className={styles.eventName}>
            {messages.eventTypes[event.type] ?? event.type}
            {outcome && `${common.comma}${outcome}`}
          </span>
          {typeof subject === 'string' && (
            <bdi className={styles.eventSubject}>
              <InlineCode text={subject} />
            </bdi>
          )}
          <span data-numeric className={styles.quiet}>
            {format.moment(event.recordedAt)} · {messages.eventNumber(format.number(event.streamVersion))}
          </span>
        </summary>
        <pre {...keyboardScrollable} className={styles.raw}>
          {JSON.stringify({ type: event.type, eventId: event.eventId, ...data }, null, 2)}
        </pre>
      </details>
    </li>
  )
}

/** A learner's stats at the end of a day, from all events recorded by then. */
function StatsAsOf({
  uid,
  day,
  onDay,
}: {
  uid: string
  day: string | undefined
  onDay: (day: string) => void
}) {
  const messages = useUserMessages()
  const format = useFormat()
  const { data, error, refetch } = useQuery(learnerProgressQuery(uid, endOfDay(day)))
  const isErased = error instanceof ApiError && error.status === 410
  return (
    <section aria-labelledby="progress" className={styles.section}>
      <header className={styles.sectionHead}>
        <div>
          <h2 id="progress">{messages.progress}</h2>
          <p role="status" className={styles.quiet}>
            {day === undefined ? messages.asOfNow : messages.asOfDay(format.date(`${day}T12:00`))}
            {data && ` · ${messages.facts(data.events)}`}
          </p>
        </div>
        <div className={styles.day}>
          <TextField
            label={messages.asOf}
            hint={messages.asOfHint}
            type="date"
            max={localDay()}
            value={day ?? ''}
            onChange={({ target }) => onDay(target.value)}
          />
          <Button disabled={day === undefined} onClick={() => onDay('')}>
            {messages.today}
          </Button>
        </div>
      </header>
      {isErased && <Alert tone="info">{messages.erasedAlready}</Alert>}
      {!data && !error && <Skeleton heights={[7]} />}
      {!data && error && !isErased && (
        <LoadFailed title={messages.progressFailed} error={error} onRetry={() => void refetch()} />
      )}
      {data && <LearnerStats stats={data} />}
    </section>
  )
}

function LearnerStats({ stats }: { stats: Reply<typeof learnerProgressReply> }) {
  const messages = useUserMessages()
  const format = useFormat()
  const { progress, badges, milestones, sectionsCompleted, challenges } = stats
  return (
    <>
      <Stats>
        <Stat label={messages.answers} value={format.number(progress.totalQuestions)} />
        <Stat
          label={messages.accuracy}
          value={format.percent(progress.accuracy)}
          line={messages.accuracyLine(
            format.number(progress.correctAnswers),
            format.number(progress.totalQuestions),
          )}
        />
        <Stat
          label={messages.points}
          value={format.number(progress.achievements.totalPoints)}
          line={messages.levelLine(format.number(progress.achievements.level))}
        />
        <Stat
          label={messages.streak}
          value={format.number(progress.currentStreak)}
          line={messages.streakLine(format.number(progress.longestStreak))}
        />
        <Stat label={messages.time} value={format.duration(progress.timeSpent)} />
      </Stats>
      <p className={styles.quiet}>
        {[
          messages.badges(badges.length),
          messages.milestones(milestones.length),
          messages.sectionsDone(sectionsCompleted.length),
          messages.challengesDone(challenges.length),
        ].join(' · ')}
      </p>
    </>
  )
}

/** The last instant of a calendar day, in the admin's time zone. */
const endOfDay = (day: string | undefined): string | undefined =>
  day === undefined ? undefined : new Date(`${day}T23:59:59.999`).toISOString()
