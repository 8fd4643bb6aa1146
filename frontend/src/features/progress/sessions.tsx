import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { learnerApi } from '../../shared/api/client.ts'
import { PROGRESS_TIMEOUT } from '../../shared/constants.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { Button } from '../../shared/ui/button.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import styles from './lists.module.css'
import { useProgressMessages } from './messages.en.ts'
import { TitledList } from './progress-sections.tsx'

/** A learner's sessions: when, in which mode, and with which result. */
export function Sessions({ uid }: { uid: string }) {
  const messages = useProgressMessages()
  const format = useFormat()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    sessionsQuery(uid),
  )
  if (error && !data) {
    return <LoadFailed title={messages.sessionsFailed} error={error} onRetry={() => void refetch()} />
  }
  // New sessions shift the pages: show an entry on two pages once.
  const sessions = new Map(
    data?.pages.flatMap((page) => page.sessions).map((session) => [session.sessionId, session]),
  )
  return (
    <div>
      <TitledList title={messages.sessions} empty={data && messages.sessionsEmpty} ordered>
        {[...sessions.values()].map((session) => (
          <li key={session.sessionId} className={styles.row}>
            <span>{format.moment(session.startTime)}</span>
            <span data-numeric>{format.duration(session.timeSpent)}</span>
            <span dir="auto" className={styles.quiet}>
              {[messages.sessionModes[session.learningMode], ...session.sections.slice(0, 3)].join(' · ')}
            </span>
            <span data-numeric className={styles.quiet}>
              {messages.sessionLine(
                format.number(session.correctAnswers),
                format.number(session.questionsAnswered),
              )}
            </span>
          </li>
        ))}
      </TitledList>
      {hasNextPage && (
        <Button
          size="small"
          className={styles.below}
          pending={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {messages.sessionsMore}
        </Button>
      )}
    </div>
  )
}

/** Sessions loaded per page. */
const STEP = 5

/** A learner's sessions, latest first. */
const sessionsQuery = (uid: string) =>
  infiniteQueryOptions({
    queryKey: ['progress', uid, 'sessions'],
    queryFn: ({ pageParam, signal }) =>
      learnerApi.get('/api/progress/sessions', {
        query: { page: pageParam, pageSize: STEP },
        signal,
        timeout: PROGRESS_TIMEOUT,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.hasNext ? pagination.page + 1 : undefined),
  })
