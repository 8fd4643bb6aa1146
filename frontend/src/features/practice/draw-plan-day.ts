import type { Plan, PlanProgress, planProgressListReply } from '@rehearse/contracts'
import { queryOptions } from '@tanstack/react-query'
import { learnerApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'
import { RUN_LENGTH } from '../../shared/constants.ts'
import { drawNamed } from './draw-named.ts'
import { type Drawing, drawQuestions } from './draw-questions.ts'
import type { RunQuestion } from './graded.ts'

/** The plans that a learner has begun. */
export const ownPlansQuery = (uid: string | undefined) =>
  queryOptions({
    queryKey: ['progress', uid ?? null, 'plans'],
    queryFn: async ({ signal }): Promise<PlanProgress[]> =>
      (await learnerApi.get<Reply<typeof planProgressListReply>>('/api/progress/plans', { signal })).plans,
    enabled: uid !== undefined,
  })

/** How many questions of today are left, by the plan; 0 once the day is done. */
export function leftToday({ currentDay, days }: PlanProgress): number {
  const today = days.find(({ day }) => day === currentDay)
  return today ? Math.max(0, today.target - today.done) : 0
}

/**
 * Questions for a plan's day, shared among its sections as far as each is from its target. A section that names its
 * questions gives those; the others are drawn from their category, and a plan without sections draws from all. For a plan
 * of one's own they are of the difficulty that was chosen, as far as there are such.
 */
export async function drawPlanDay(planId: string, drawing: Drawing): Promise<RunQuestion[]> {
  const { plans } = await learnerApi.get<Reply<typeof planProgressListReply>>('/api/progress/plans', {
    signal: drawing.signal,
  })
  const plan = plans.find((one) => one.planId === planId)
  if (!plan) return []
  const count = Math.min(RUN_LENGTH, leftToday(plan) || RUN_LENGTH)
  const named = await namedQuestions(plan, drawing.signal)
  const difficulty = plan.document?.difficulty.toLowerCase()
  if (plan.sections.length === 0) return drawPreferring(difficulty, {}, count, drawing)
  const drawn = await Promise.all(
    shares(plan, count).map(async ({ id, category, share, done }) => {
      const ids = named.get(id) ?? []
      if (ids.length > 0) return drawNamed(ids.slice(done, done + share), drawing)
      return drawPreferring(difficulty, { category: category.toLowerCase() }, share, drawing)
    }),
  )
  return drawn.flat()
}

/** Of one difficulty; where those are too few, the rest is of any. */
async function drawPreferring(
  difficulty: string | undefined,
  filters: { category?: string },
  count: number,
  drawing: Drawing,
): Promise<RunQuestion[]> {
  if (difficulty === undefined) return drawQuestions(filters, count, drawing)
  const fitting = await drawQuestions({ ...filters, difficulty }, count, drawing)
  if (fitting.length >= count) return fitting
  const known = new Set(fitting.map(({ id }) => id))
  const others = (await drawQuestions(filters, count, drawing)).filter(({ id }) => !known.has(id))
  return [...fitting, ...others].slice(0, count)
}

/** How many of the next questions each section gives: by what is left of it, at least one while there is something. */
function shares({ sections }: PlanProgress, count: number) {
  const open = sections.map((section) => ({ ...section, left: Math.max(0, section.target - section.done) }))
  const left = open.reduce((sum, section) => sum + section.left, 0)
  let given = 0
  return open
    .filter((section) => section.left > 0 || left === 0)
    .map((section, at, all) => {
      const wanted =
        left === 0 ? Math.ceil(count / all.length) : Math.max(1, Math.round((section.left / left) * count))
      const share = at === all.length - 1 ? Math.max(0, count - given) : Math.min(wanted, count - given)
      given += share
      return { ...section, share }
    })
    .filter(({ share }) => share > 0)
}

async function namedQuestions(plan: PlanProgress, signal: AbortSignal) {
  const sections =
    plan.document?.sections ??
    (await learnerApi
      .get<{ data: Plan }>(`/api/guided-learning/plans/${plan.planId}`, { signal })
      .then(({ data }) => data.sections))
  return new Map((sections ?? []).map(({ id, questions }) => [id, questions]))
}
