import { bulkImportInput, questionInput, questionPatch, uuid } from '@rehearse/contracts'
import { z } from 'zod'
import { type OptionsAsSent, settleOptions } from './normalize-options.ts'

/** No question has this id, so whatever is no UUID is a question that isn't there. */
const nobodys = '00000000-0000-0000-0000-000000000000'

export const questionParams = z.object({ id: uuid.catch(nobodys).meta({ default: undefined }) })

/** One address takes both: a question, or many of them. */
export const createBody = z.discriminatedUnion('isBulkImport', [
  bulkImportInput,
  withOptionFaults(questionInput.extend({ isBulkImport: z.literal(false).optional() })),
])

export const updateBody = withOptionFaults(questionPatch)

/**
 * What is wrong with the options is told beside all other faults, one for each field. Where nothing else is wrong,
 * the question is judged as a whole, with what is stored of it.
 */
function withOptionFaults<Body extends z.ZodObject>(body: Body): Body {
  return body.refine((sent) => faultsOf(sent).length === 0, {
    path: ['options'],
    when: ({ issues }) => issues.length > 0 && issues.every(({ path }) => isElsewhere(path?.[0])),
    error: ({ input }) => faultsOf(input as object)[0]?.message,
  })
}

/** Whether a fault is of a field, and of none that options are judged by. */
const isElsewhere = (field: PropertyKey | undefined) => field !== undefined && !judged.has(field)
const judged: ReadonlySet<PropertyKey> = new Set(['type', 'options', 'correctAnswers'])

function faultsOf({ type, options, correctAnswers }: Partial<OptionsAsSent>) {
  if (type === undefined || options === undefined) return []
  return settleOptions({ type, options, correctAnswers }).faults
}
