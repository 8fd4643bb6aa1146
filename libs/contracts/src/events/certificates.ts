import { z } from 'zod'
import { timestamp } from '../api/common.ts'

/** A learner came to the end of a path, for the first time. */
export const certificateIssuedFacts = {
  clear: z.object({ learnerId: z.string(), pathId: z.string() }),
  personal: z.object({ issuedAt: timestamp }),
}
const certificateIssuedData = z.object({
  ...certificateIssuedFacts.clear.shape,
  ...certificateIssuedFacts.personal.shape,
})
export type CertificateIssuedData = z.infer<typeof certificateIssuedData>
