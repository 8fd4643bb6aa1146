import type { CustomPlan, Plan, PlanProgress } from '@rehearse/contracts'
import { PLAN_DEFAULTS } from '@rehearse/contracts/questions/plan-defaults'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useOwnWrite } from '../../shared/account/use-own-write.ts'
import { learnerApi } from '../../shared/api/client.ts'
import { customPlansQuery } from '../../shared/api/study.ts'
import { newId } from '../../shared/new-id.ts'
import { useStudyPlanMessages } from './messages.en.ts'

/** Starting, pausing and resetting plans; every view shows the change at once. */
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

/** Updates a plan in every view and discards older reads in flight. */
function useShownPlan(uid: string): (plan: PlanProgress) => Promise<void> {
  const queryClient = useQueryClient()
  return async (plan) => {
    const { queryKey } = customPlansQuery(uid)
    await queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(queryKey, (plans = []) => [
      plan,
      ...plans.filter(({ planId }) => planId !== plan.planId),
    ])
  }
}

/** The server doesn't know a built-in plan: it becomes a custom plan. */
async function idOf(template: Template): Promise<string> {
  if (!template.isSample) return template.id
  const { name, duration, difficulty, totalQuestions, dailyQuestions, estimatedTime, description } = template
  const stated = { name, duration, difficulty, totalQuestions, dailyQuestions, estimatedTime, description }
  return (await makePlan(newId(), stated)).planId
}

/** A plan that can be started: from the catalog, or built in. */
export type Template = Omit<Plan, 'createdAt' | 'updatedAt' | 'order' | 'revision' | 'isActive'> & {
  isSample: boolean
}

/** A custom plan that wasn't started yet, as a template. */
export function templateOf({ planId, dailyQuestions, document }: PlanProgress): Template | undefined {
  if (document === null) return undefined
  return { ...document, dailyQuestions, id: planId, features: [], isRecommended: false, isSample: false }
}

/**
 * The plans to choose from. If the catalog is empty or can't be loaded, the built-in plans replace it, so that there
 * is always one.
 */
export function useTemplates() {
  const samples = useSamples()
  const { data, error, refetch } = useQuery({
    queryKey: ['catalogue', 'plans'],
    queryFn: async ({ signal }) => (await learnerApi.get('/api/guided-learning/plans', { signal })).plans,
  })
  const own = data?.map((plan): Template => ({ ...plan, isSample: false }))
  const templates = own && own.length > 0 ? own : data || error ? samples : undefined
  return { templates, error: data ? null : error, refetch }
}

function useSamples(): Template[] {
  const messages = useStudyPlanMessages()
  return PLAN_DEFAULTS.totals.map((totalQuestions, position) => {
    const duration = position + 1
    return {
      id: `sample-${duration}`,
      isSample: true,
      name: messages.sampleName(duration),
      description: messages.sampleText(totalQuestions, duration),
      duration,
      difficulty: PLAN_DEFAULTS.difficulty,
      totalQuestions,
      dailyQuestions: Math.ceil(totalQuestions / duration),
      sections: [],
      features: [],
      estimatedTime: PLAN_DEFAULTS.estimatedTime,
      isRecommended: PLAN_DEFAULTS.recommendedDurations.includes(duration),
    }
  })
}

type Step = 'start' | 'pause' | 'reset'

/** The editable parts of a custom plan; the server sets the rest. */
export type StatedPlan = Pick<CustomPlan, 'name' | 'duration'> & Partial<CustomPlan>

const takeStep = async (planId: string, step: Step): Promise<PlanProgress> => {
  const body = { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }
  return (await learnerApi.post(`${pathOf(planId)}/${step}`, { body })).plan
}

/** Idempotent: the plan is created once, however often it is sent. */
const makePlan = async (planId: string, plan: StatedPlan): Promise<PlanProgress> =>
  (await learnerApi.post('/api/progress/plans', { body: { planId, ...plan } })).plan

const changePlan = async (planId: string, plan: StatedPlan): Promise<PlanProgress> =>
  (await learnerApi.put(pathOf(planId), { body: plan })).plan

const removePlan = (planId: string) => learnerApi.delete(pathOf(planId))

const pathOf = (planId: string) => `/api/progress/plans/${encodeURIComponent(planId)}` as const

interface Saving {
  planId: string
  isNew: boolean
  /** Also starts it today. */
  andStart: boolean
  /** Builds the plan, which may load questions. */
  state: () => Promise<StatedPlan>
}

/** Creating, changing and deleting custom plans. */
export function useCustomPlanWrites(uid: string, onSaved?: (plan: PlanProgress) => void) {
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
      const { queryKey } = customPlansQuery(uid)
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, (plans = []) => plans.filter((plan) => plan.planId !== planId))
    },
  })
  return { saving, removing }
}
