import type { PlanProgress } from '@rehearse/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { useOwnWrite } from '../../shared/account/use-own-write.ts'
import { ownPlansQuery } from '../../shared/api/study.ts'
import { newId } from '../../shared/new-id.ts'
import { makePlan, type Step, takeStep } from './plan-calls.ts'
import type { Template } from './templates.ts'

/** Starting, pausing and resetting plans; each shows at once where plans are shown. */
export function usePlanWrites(uid: string, onDone?: (plan: PlanProgress) => void) {
  const show = useShownPlan(uid)
  const onSuccess = async (plan: PlanProgress) => {
    await show(plan)
    onDone?.(plan)
  }
  const stepping = useOwnWrite({
    mutationFn: ({ planId, step }: { planId: string; step: Step }) => takeStep(planId, step),
    onSuccess,
  })
  const starting = useOwnWrite({
    mutationFn: async (template: Template) => takeStep(await idOf(template), 'start'),
    onSuccess,
  })
  return { stepping, starting }
}

/** Shows a plan as it is now wherever plans are shown; what was read before and is still on its way doesn't count any more. */
export function useShownPlan(uid: string): (plan: PlanProgress) => Promise<void> {
  const queryClient = useQueryClient()
  return async (plan) => {
    const { queryKey } = ownPlansQuery(uid)
    await queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(queryKey, (plans = []) => [
      plan,
      ...plans.filter(({ planId }) => planId !== plan.planId),
    ])
  }
}

/** One that is built into the page is unknown to the server: it becomes a plan of the learner's own. */
async function idOf(template: Template): Promise<string> {
  if (!template.isSample) return template.id
  const { name, duration, difficulty, totalQuestions, dailyQuestions, estimatedTime, description } = template
  const stated = { name, duration, difficulty, totalQuestions, dailyQuestions, estimatedTime, description }
  return (await makePlan(newId(), stated)).planId
}
