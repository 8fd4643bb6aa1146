import type { PlanProgress } from '@rehearse/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { useOwnWrite } from '../../shared/account/use-own-write.ts'
import { ownPlansQuery } from '../../shared/api/study.ts'
import { changePlan, makePlan, removePlan, type StatedPlan, takeStep } from './plan-calls.ts'
import { useShownPlan } from './use-plan-writes.ts'

interface Saving {
  planId: string
  isNew: boolean
  /** Also begins it, today. */
  andStart: boolean
  /** Puts the plan together, which may take a look at the bank. */
  state: () => Promise<StatedPlan>
}

/** Making, changing and throwing away plans of one's own. */
export function useOwnPlanWrites(uid: string, onSaved?: (plan: PlanProgress) => void) {
  const queryClient = useQueryClient()
  const show = useShownPlan(uid)
  const saving = useOwnWrite({
    mutationFn: async ({ planId, isNew, andStart, state }: Saving) => {
      const plan = await state()
      const saved = await (isNew ? makePlan(planId, plan) : changePlan(planId, plan))
      return andStart ? takeStep(planId, 'start') : saved
    },
    onSuccess: async (plan) => {
      await show(plan)
      onSaved?.(plan)
    },
  })
  const removing = useOwnWrite({
    mutationFn: removePlan,
    onSuccess: async (_reply, planId) => {
      const { queryKey } = ownPlansQuery(uid)
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, (plans = []) => plans.filter((plan) => plan.planId !== planId))
    },
  })
  return { saving, removing }
}
