import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Check } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { ApiError } from '../../shared/api/api-error.ts'
import { challengeProgressQuery, isDone } from '../../shared/api/challenges.ts'
import { useSession } from '../../shared/api/session.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { InEnglish } from '../../shared/ui/in-english.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { PageTitle } from '../../shared/ui/page.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { challengeQuery, shownKind } from './api.ts'
import styles from './challenge-page.module.css'
import { isOpen } from './code.ts'
import { useCodingMessages } from './messages.en.ts'
import { ProjectSteps } from './project-steps.tsx'
import { Workbench } from './workbench.tsx'

/**
 * Polling interval for a solution that was just opened: the questions service receives that event a moment later.
 * Milliseconds.
 */
const OPENING_INTERVAL = 700

export function ChallengePage() {
  const coding = useCodingMessages()
  const { difficulty } = useMessages()
  const { id = '' } = useParams()
  const uid = useSession()?.uid
  const { data: challengeProgress } = useQuery(challengeProgressQuery(uid))
  const progress = challengeProgress?.get(id)
  const {
    data: challenge,
    error,
    refetch,
  } = useQuery({
    ...challengeQuery(id, uid),
    refetchInterval: ({ state }) =>
      progress?.opened && state.data && !isOpen(state.data) ? OPENING_INTERVAL : false,
  })
  const missing = error instanceof ApiError && error.status === 404

  return (
    <div className={styles.page}>
      <PageTitle>{challenge?.title ?? coding.title}</PageTitle>
      <Link to="/coding" className={styles.back}>
        <ArrowLeft aria-hidden size={16} className={styles.arrow} />
        {coding.back}
      </Link>
      {!challenge && <h1 className="visually-hidden">{coding.title}</h1>}
      {!challenge && !error && <Skeleton heights={[2.5, 6, 20]} />}
      {!challenge && missing && (
        <EmptyState
          title={coding.missingTitle}
          text={coding.missingText}
          action={
            <ButtonLink to="/coding" variant="primary">
              {coding.showAll}
            </ButtonLink>
          }
        />
      )}
      {!challenge && error && !missing && (
        <LoadFailed title={coding.challengeFailed} error={error} onRetry={() => void refetch()} />
      )}
      {challenge && (
        <>
          <header className={styles.header}>
            <h1 dir="auto">{challenge.title}</h1>
            <p className={styles.tags}>
              {coding.kinds[shownKind(challenge)] !== coding.categories[challenge.category] && (
                <Tag tone="info">{coding.kinds[shownKind(challenge)]}</Tag>
              )}
              <Tag>{coding.categories[challenge.category]}</Tag>
              <Tag>{difficulty[challenge.difficulty]}</Tag>
              <InEnglish />
              {isDone(progress) && (
                <Tag tone="ok">
                  <span className={styles.done}>
                    <Check aria-hidden size={14} />
                    {coding.done}
                  </span>
                </Tag>
              )}
            </p>
          </header>
          {challenge.project && <ProjectSteps challenge={challenge} />}
          <Workbench key={challenge.id} challenge={challenge} progress={progress} />
        </>
      )}
    </div>
  )
}
