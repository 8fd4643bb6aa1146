import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../shared/api/session.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { fits, useChallengeFilters } from './challenge-filters.ts'
import styles from './challenge-list.module.css'
import { challengesQuery, standingsQuery } from './challenge-queries.ts'
import { ChallengeRow } from './challenge-row.tsx'
import { useCodingMessages } from './coding-messages.ts'
import { FilterFields } from './filter-fields.tsx'

export function ChallengeList() {
  const coding = useCodingMessages()
  const session = useSession()
  const { filters, choose } = useChallengeFilters()
  const { data: challenges, error, refetch } = useQuery(challengesQuery)
  const { data: standings } = useQuery(standingsQuery(session?.uid))
  const shown = challenges?.filter((challenge) => fits(challenge, standings?.get(challenge.id), filters))
  return (
    <Page title={coding.title} lead={coding.lead}>
      <FilterFields filters={filters} withState={session !== null} onChoose={choose} />
      {!challenges && !error && <Skeleton heights={[6, 6, 6, 6, 6]} />}
      {!challenges && error && (
        <LoadFailed title={coding.listFailed} error={error} onRetry={() => void refetch()} />
      )}
      {shown && (
        <p role="status" data-numeric className={styles.count}>
          {coding.count(shown.length)}
        </p>
      )}
      {shown?.length === 0 && (
        <EmptyState
          title={challenges?.length === 0 ? coding.noneTitle : coding.noMatchTitle}
          text={challenges?.length === 0 ? coding.noneText : coding.noMatchText}
          action={
            challenges?.length === 0 ? (
              <ButtonLink to="/questions" variant="primary">
                {coding.toQuestions}
              </ButtonLink>
            ) : (
              <ButtonLink to="/coding" variant="primary">
                {coding.showAll}
              </ButtonLink>
            )
          }
        />
      )}
      {shown && shown.length > 0 && (
        <ol className={classNames('plain-list', styles.list)}>
          {shown.map((challenge) => (
            <ChallengeRow key={challenge.id} challenge={challenge} standing={standings?.get(challenge.id)} />
          ))}
        </ol>
      )}
    </Page>
  )
}
