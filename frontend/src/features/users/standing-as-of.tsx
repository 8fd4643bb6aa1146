import type { learnerProgressReply } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../shared/api/api-error.ts'
import type { Reply } from '../../shared/api/reply.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { localDay } from '../../shared/local-day.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { TextField } from '../../shared/ui/fields.tsx'
import { Figure, Figures } from '../../shared/ui/figure.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { endOfDay } from './end-of-day.ts'
import { learnerProgressQuery } from './learner-queries.ts'
import { useUserMessages } from './user-messages.ts'
import styles from './users.module.css'

/** How a learner stood at the end of a day, by all that had reached us then. */
export function StandingAsOf({
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
      {data && <Standing standing={data} />}
    </section>
  )
}

function Standing({ standing }: { standing: Reply<typeof learnerProgressReply> }) {
  const messages = useUserMessages()
  const format = useFormat()
  const { progress, badges, milestones, sectionsCompleted, challenges } = standing
  return (
    <>
      <Figures>
        <Figure label={messages.answers} value={format.number(progress.totalQuestions)} />
        <Figure
          label={messages.accuracy}
          value={format.percent(progress.accuracy)}
          line={messages.accuracyLine(
            format.number(progress.correctAnswers),
            format.number(progress.totalQuestions),
          )}
        />
        <Figure
          label={messages.points}
          value={format.number(progress.achievements.totalPoints)}
          line={messages.levelLine(format.number(progress.achievements.level))}
        />
        <Figure
          label={messages.streak}
          value={format.number(progress.currentStreak)}
          line={messages.streakLine(format.number(progress.longestStreak))}
        />
        <Figure label={messages.time} value={format.duration(progress.timeSpent)} />
      </Figures>
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
