import type { OwnPlan, PlanProgress, planProgressReply } from '@rehearse/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { useOwnWrite } from '../../shared/account/use-own-write.ts'
import { learnerApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'
import { ownPlansQuery } from '../../shared/api/study.ts'
import { newId } from '../../shared/new-id.ts'
import type { Template } from './templates.ts'

type Step = 'start' | 'pause' | 'reset'

const post = async (path: string, body: object): Promise<PlanProgress> =>
  (await learnerApi.post<Reply<typeof planProgressReply>>(path, { body })).plan

const take = (planId: string, step: Step): Promise<PlanProgress> =>
  post(`/api/progress/plans/${encodeURIComponent(planId)}/${step}`, {
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  })

/** Starting, pausing and resetting plans; each shows at once where plans are shown. */
export function usePlanWrites(uid: string, onDone?: (plan: PlanProgress) => void) {
  const queryClient = useQueryClient()
  const show = (plan: PlanProgress) => {
    const { queryKey } = ownPlansQuery(uid)
    queryClient.setQueryData(queryKey, (plans = []) => [
      plan,
      ...plans.filter(({ planId }) => planId !== plan.planId),
    ])
    onDone?.(plan)
  }
  const stepping = useOwnWrite({
    mutationFn: ({ planId, step }: { planId: string; step: Step }) => take(planId, step),
    onSuccess: show,
  })
  const starting = useOwnWrite({
    mutationFn: async (template: Template) => take(await idOf(template), 'start'),
    onSuccess: show,
  })
  return { stepping, starting }
}

/** One that is built into the page is unknown to the server: it becomes a plan of the learner's own. */
async function idOf(template: Template): Promise<string> {
  if (!template.isSample) return template.id
  const { name, duration, difficulty, totalQuestions, dailyQuestions, estimatedTime, description } = template
  const made = await post('/api/progress/plans', {
    planId: newId(),
    name,
    duration,
    difficulty,
    totalQuestions,
    dailyQuestions,
    estimatedTime,
    description,
  } satisfies Partial<OwnPlan> & { planId: string })
  return made.planId
}
