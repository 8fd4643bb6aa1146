import { z } from 'zod'
import { OPTIONS_MAX } from '../constants.ts'
import { success } from './common.ts'

/** Empty for a question without options, whose model answer the visitor wants to see. */
export const checkInput = z.object({ selectedOptionIds: z.array(z.string().max(32)).max(OPTIONS_MAX) })
export const gradedOption = z.object({ id: z.string(), feedback: z.string() })
export const checkReply = success({
  result: z.object({
    /** Null where only the learner can judge: the question has no options. */
    isCorrect: z.boolean().nullable(),
    correctOptionIds: z.array(z.string()),
    explanation: z.string(),
    optionFeedback: z.array(gradedOption),
  }),
})
