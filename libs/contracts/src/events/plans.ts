import { z } from 'zod'
import { timestamp } from '../api/common.ts'
import { timeZone } from '../api/progress.ts'

/** What happens to a learner's plan: begun or gone on with, paused, begun anew. */
export const planMomentFacts = {
  clear: z.object({ learnerId: z.string(), planId: z.string() }),
  /** The day it is, is the learner's: in this zone, at this instant. */
  personal: z.object({ timeZone, at: timestamp }),
}
const planMomentData = z.object({ ...planMomentFacts.clear.shape, ...planMomentFacts.personal.shape })
export type PlanMomentData = z.infer<typeof planMomentData>
