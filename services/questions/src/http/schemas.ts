import { bulkImportInput, questionInput, uuid } from '@rehearse/contracts'
import { z } from 'zod'

export const questionParams = z.object({ id: uuid })

/** One write that is repeated under the same key is done once. */
export const writeHeaders = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'must be 1 to 200 visible ASCII characters')
    .optional(),
})

export const changeHeaders = writeHeaders.extend({
  /** An ETag of the version that is changed; when somebody else was faster, the answer is 412. */
  'if-match': z.string().max(1_000).optional(),
})

/** One address takes both: a question, or many of them. */
export const createBody = z.discriminatedUnion('isBulkImport', [
  bulkImportInput,
  questionInput.extend({ isBulkImport: z.literal(false).optional() }),
])
