import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearchParams } from 'react-router'
import { ApiError } from '../../shared/api/api-error.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { AccountSection } from './account-section.tsx'
import { LearnerEvents } from './learner-events.tsx'
import { learnerQuery } from './learner-queries.ts'
import { StandingAsOf } from './standing-as-of.tsx'
import { useUserMessages } from './user-messages.ts'
import styles from './users.module.css'

/** One learner: the account, how they stood at the end of any day, and the facts that this follows from. */
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
          <StandingAsOf uid={uid} day={day} onDay={chooseDay} />
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
