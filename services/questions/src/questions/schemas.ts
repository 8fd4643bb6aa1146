import { bulkImportInput, choiceErrors, questionInput, questionPatch } from '@rehearse/contracts'
import { z } from 'zod'
import { normalizeOptions, type OptionsAsSent } from './normalize-options.ts'

/** One endpoint accepts a question or many of them. */
export const createBody = z.discriminatedUnion('isBulkImport', [
  bulkImportInput,
  withOptionErrors(questionInput.extend({ isBulkImport: z.literal(false).optional() })),
])

export const updateBody = withOptionErrors(questionPatch)

/**
 * Reports errors of the options together with all other field errors. If there are no others, the question is
 * validated as a whole later, together with its stored fields.
 */
function withOptionErrors<Body extends z.ZodObject>(body: Body): Body {
  return body.refine((sent) => fieldErrorsOf(sent).length === 0, {
    path: ['options'],
    when: ({ issues }) => issues.length > 0 && issues.every(({ path }) => isElsewhere(path?.[0])),
    error: ({ input }) => fieldErrorsOf(input as object)[0]?.message,
  })
}

/** Whether an error belongs to a field that the options don't depend on. */
const isElsewhere = (field: PropertyKey | undefined) => field !== undefined && !reportedFields.has(field)
const reportedFields: ReadonlySet<PropertyKey> = new Set(['type', 'options', 'correctAnswers', 'answer'])

function fieldErrorsOf({ type, options, correctAnswers, answer }: Partial<OptionsAsSent>) {
  if (type === undefined || options === undefined) return []
  const { fieldErrors } = normalizeOptions({ type, options, correctAnswers, answer })
  return [...fieldErrors, ...choiceErrors({ options, answer })]
}
