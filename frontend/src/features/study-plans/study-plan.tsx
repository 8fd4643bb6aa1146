import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { useSession, useSessionKnown } from '../../shared/api/session.ts'
import { ownPlansQuery } from '../../shared/api/study.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { PlanDays } from './plan-days.tsx'
import { PlanOffer } from './plan-offer.tsx'
import { useStudyPlanMessages } from './study-plan-messages.ts'
import styles from './study-plans.module.css'
import { templateOf, useTemplates } from './templates.ts'

/** One plan: day by day where it was begun, else what it asks for. */
export function StudyPlan() {
  const messages = useStudyPlanMessages()
  const { planId = '' } = useParams()
  const session = useSession()
  const isKnown = useSessionKnown()
  const uid = session?.uid ?? ''
  const own = useQuery({ ...ownPlansQuery(uid), enabled: session !== null })
  const { templates } = useTemplates()
  const mine = own.data?.find((plan) => plan.planId === planId)
  const plan = mine?.state === 'not-started' ? undefined : mine
  const template = (mine && templateOf(mine)) ?? templates?.find(({ id }) => id === planId)
  const back = (
    <Link to="/study-plans" className={styles.back}>
      {messages.back}
    </Link>
  )
  if (plan) return <PlanDays key={plan.state} uid={uid} plan={plan} back={back} />
  const waits = !isKnown || (session !== null && !own.data && !own.isError) || !templates
  if (template && !waits)
    return <PlanOffer uid={uid} template={template} isOwn={mine?.origin === 'own'} back={back} />
  return (
    <Page title={messages.title}>
      {own.isError && (
        <LoadFailed title={messages.ownFailed} error={own.error} onRetry={() => void own.refetch()} />
      )}
      {waits && <Skeleton heights={[2.5, 8, 16]} />}
      {!waits && !own.isError && (
        <EmptyState
          title={messages.missingTitle}
          text={messages.missingText}
          action={
            <ButtonLink to="/study-plans" variant="primary">
              {messages.back}
            </ButtonLink>
          }
        />
      )}
    </Page>
  )
}
