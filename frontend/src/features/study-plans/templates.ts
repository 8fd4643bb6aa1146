import type { Plan, PlanProgress } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { learnerApi } from '../../shared/api/client.ts'
import { useStudyPlanMessages } from './messages.en.ts'

/** A plan that may be started: from the catalogue, or one of those built into the page. */
export type Template = Omit<Plan, 'createdAt' | 'updatedAt' | 'order' | 'revision' | 'isActive'> & {
  isSample: boolean
}

/** A plan of one's own that was not started yet, as one to start. */
export function templateOf({ planId, dailyQuestions, document }: PlanProgress): Template | undefined {
  if (document === null) return undefined
  return { ...document, dailyQuestions, id: planId, features: [], isRecommended: false, isSample: false }
}

/** Questions of the built-in plans of 1 to 7 days. */
const sampleTotals = [100, 150, 200, 250, 300, 350, 400]
const recommendedDurations = [3, 7]

/**
 * The plans to choose from. Where the catalogue can't be read or holds none, those built in stand in for it, so that
 * nobody is left without a plan.
 */
export function useTemplates() {
  const samples = useSamples()
  const { data, error, refetch } = useQuery({
    queryKey: ['catalogue', 'plans'],
    queryFn: async ({ signal }) =>
      (await learnerApi.get<{ plans: Plan[] }>('/api/guided-learning/plans', { signal })).plans,
  })
  const own = data?.map((plan): Template => ({ ...plan, isSample: false }))
  const templates = own && own.length > 0 ? own : data || error ? samples : undefined
  return { templates, error: data ? null : error, refetch }
}

function useSamples(): Template[] {
  const messages = useStudyPlanMessages()
  return sampleTotals.map((totalQuestions, position) => {
    const duration = position + 1
    return {
      id: `sample-${duration}`,
      isSample: true,
      name: messages.sampleName(duration),
      description: messages.sampleText(totalQuestions, duration),
      duration,
      difficulty: 'Intermediate',
      totalQuestions,
      dailyQuestions: Math.ceil(totalQuestions / duration),
      sections: [],
      features: [],
      estimatedTime: messages.hoursPerDay,
      isRecommended: recommendedDurations.includes(duration),
    }
  })
}
