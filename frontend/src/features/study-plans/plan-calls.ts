import type { OwnPlan, PlanProgress, planProgressReply } from '@rehearse/contracts'
import { learnerApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'

export type Step = 'start' | 'pause' | 'reset'
type PlanReply = Reply<typeof planProgressReply>

/** What a plan of one's own says; what is left out is as the server has it. */
export type StatedPlan = Pick<OwnPlan, 'name' | 'duration'> & Partial<OwnPlan>

export const takeStep = async (planId: string, step: Step): Promise<PlanProgress> => {
  const body = { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }
  return (await learnerApi.post<PlanReply>(`${pathOf(planId)}/${step}`, { body })).plan
}

/** Made once, however often it is sent. */
export const makePlan = async (planId: string, plan: StatedPlan): Promise<PlanProgress> =>
  (await learnerApi.post<PlanReply>('/api/progress/plans', { body: { planId, ...plan } })).plan

export const changePlan = async (planId: string, plan: StatedPlan): Promise<PlanProgress> =>
  (await learnerApi.put<PlanReply>(pathOf(planId), { body: plan })).plan

export const removePlan = (planId: string) => learnerApi.delete(pathOf(planId))

const pathOf = (planId: string) => `/api/progress/plans/${encodeURIComponent(planId)}`
