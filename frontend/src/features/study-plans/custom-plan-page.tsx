import { DAILY_GOAL } from '@rehearse/contracts/constants'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { LearnerOnly } from '../../shared/account/learner-only.tsx'
import { categoriesQuery, learningPathsQuery } from '../../shared/api/catalog.ts'
import { learnerApi } from '../../shared/api/client.ts'
import { usePace } from '../../shared/api/pace.ts'
import { customPlansQuery } from '../../shared/api/study.ts'
import { newId } from '../../shared/new-id.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { LoadFailed, useErrorText } from '../../shared/ui/load-failed.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { useCustomPlanWrites } from './api.ts'
import { type CustomPlanDraft, draftOf, minutesOf, planOf } from './custom-plan-draft.ts'
import { CustomPlanForm } from './custom-plan-form.tsx'
import { useStudyPlanMessages } from './messages.en.ts'
import styles from './study-plans.module.css'

/** Creates a custom plan, or edits the one in the URL. */
export function CustomPlanPage() {
  const messages = useStudyPlanMessages()
  return (
    <LearnerOnly title={messages.makeTitle} words={messages.visitor}>
      {({ uid }) => <CustomPlanEditor uid={uid} />}
    </LearnerOnly>
  )
}

function CustomPlanEditor({ uid }: { uid: string }) {
  const messages = useStudyPlanMessages()
  const { planId } = useParams()
  const categories = useQuery(categoriesQuery)
  const paths = useQuery(learningPathsQuery)
  const own = useQuery({ ...customPlansQuery(uid), enabled: planId !== undefined })
  const present = own.data?.find((plan) => plan.planId === planId)?.document
  const failed = [categories, paths, own].find(({ error, data }) => error && !data)
  const title = planId === undefined ? messages.makeTitle : messages.editTitle
  const isMissing = planId !== undefined && own.data !== undefined && !present
  const waits = !categories.data || !paths.data || (planId !== undefined && !own.data)
  const blank: CustomPlanDraft = {
    name: '',
    duration: 3,
    dailyQuestions: DAILY_GOAL.default,
    difficulty: 'Intermediate',
    categories: [],
    paths: [],
  }
  return (
    <Page title={title} lead={messages.makeLead}>
      <Link to="/study-plans" className={styles.back}>
        {messages.back}
      </Link>
      {failed && (
        <LoadFailed title={messages.ownFailed} error={failed.error} onRetry={() => void failed.refetch()} />
      )}
      {!failed && waits && <Skeleton heights={[4, 4, 16]} />}
      {isMissing && (
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
      {categories.data && paths.data && !waits && !isMissing && (
        <Editor
          key={planId}
          uid={uid}
          planId={planId}
          begin={present ? draftOf(present, paths.data) : blank}
          {...{ categories: categories.data, paths: paths.data }}
        />
      )}
    </Page>
  )
}

function Editor({
  uid,
  planId,
  ...form
}: Pick<Parameters<typeof CustomPlanForm>[0], 'begin' | 'categories' | 'paths'> & {
  uid: string
  planId: string | undefined
}) {
  const messages = useStudyPlanMessages()
  const errorText = useErrorText()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const pace = usePace()
  // The same across retries, so that the plan is created once.
  const [newPlanId] = useState(newId)
  const { saving } = useCustomPlanWrites(uid, (plan) => navigate(`/study-plans/${plan.planId}`))

  const state = async (draft: CustomPlanDraft) => {
    const loaded = await Promise.all(
      draft.paths.map(async (id) => [id, await queryClient.fetchQuery(pathQuestions(id))] as const),
    )
    return planOf(draft, new Map(loaded), messages.minutesADay(minutesOf(draft, pace)))
  }
  return (
    <CustomPlanForm
      {...form}
      isNew={planId === undefined}
      pending={saving.isPending}
      problem={saving.isError ? errorText(saving.error, messages.failed) : undefined}
      onSave={(draft, andStart) =>
        saving.mutate({
          planId: planId ?? newPlanId,
          isNew: planId === undefined,
          andStart,
          state: () => state(draft),
        })
      }
    />
  )
}

/** All questions of a learning path. */
const pathQuestions = (id: string) =>
  queryOptions({
    queryKey: ['catalogue', 'path-questions', id],
    queryFn: async ({ signal }) => (await learnerApi.get(`/api/questions/${id}`, { signal })).questions,
  })
