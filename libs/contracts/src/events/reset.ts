import { z } from 'zod'
import { timestamp } from '../api/common.ts'
import { timeZone } from '../api/progress.ts'
import { resetScope } from '../api/reset.ts'

/** A learner let figures begin anew. What they did stays in the log; figures count from here. */
export const progressResetFacts = {
  clear: z.object({
    learnerId: z.string(),
    scope: resetScope,
    /** Of the path, plan or section; null for all. */
    id: z.string().nullable(),
  }),
  personal: z.object({ timeZone, at: timestamp }),
}
const progressResetData = z.object({
  ...progressResetFacts.clear.shape,
  ...progressResetFacts.personal.shape,
})
export type ProgressResetData = z.infer<typeof progressResetData>
