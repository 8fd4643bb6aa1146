import { z } from 'zod'
import { timestamp } from '../api/common.ts'

/** A learner came to the end of a path. Whoever knows the code can have it verified, until they are erased. */
export const certificateIssuedFacts = {
  clear: z.object({ learnerId: z.string(), pathId: z.string(), pathName: z.string() }),
  personal: z.object({ code: z.string(), issuedAt: timestamp }),
}
const certificateIssuedData = z.object({
  ...certificateIssuedFacts.clear.shape,
  ...certificateIssuedFacts.personal.shape,
})
export type CertificateIssuedData = z.infer<typeof certificateIssuedData>
