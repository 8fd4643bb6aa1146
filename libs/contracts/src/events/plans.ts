import { z } from 'zod'
import { timestamp } from '../api/common.ts'
import { timeZone } from '../api/progress.ts'

/** What happens to a learner's plan: paused, or begun anew. */
export const planMomentFacts = {
  clear: z.object({ learnerId: z.string(), planId: z.string() }),
  /** The day it is, is the learner's: in this zone, at this instant. */
  personal: z.object({ timeZone, at: timestamp }),
}
const planMomentData = z.object({ ...planMomentFacts.clear.shape, ...planMomentFacts.personal.shape })
export type PlanMomentData = z.infer<typeof planMomentData>

/** A plan was begun, or gone on with after a pause. */
export const planStartedFacts = {
  ...planMomentFacts,
  /** So many questions it had then: with as many answers it is done. */
  clear: planMomentFacts.clear.extend({ totalQuestions: z.int() }),
}
const planStartedData = z.object({ ...planStartedFacts.clear.shape, ...planStartedFacts.personal.shape })
export type PlanStartedData = z.infer<typeof planStartedData>
