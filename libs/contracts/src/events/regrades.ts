import { z } from 'zod'
import { timestamp, uuid } from '../api/common.ts'
import { envelope } from './envelope.ts'
import { answerSubmittedFacts } from './progress.ts'

const { questionId, questionVersion, attempt, difficulty, category, learningPath, section } =
  answerSubmittedFacts.clear.shape
const { timeZone, answeredAt } = answerSubmittedFacts.personal.shape

/** An answer is graded otherwise than it was, since the key of its question was wrong. */
export const answerRegradedFacts = {
  clear: z.object({
    learnerId: z.string(),
    /** Of the fact that recorded the answer. */
    progressId: uuid,
    questionId,
    questionVersion,
    /** The version whose key it is graded by now. */
    keyVersion: z.int(),
    wasCorrect: z.boolean(),
    isCorrect: z.boolean(),
    attempt,
    difficulty,
    category,
    learningPath,
    section,
    /** In which figures the answer still counted: a reset may have let them begin anew since. */
    counts: z.object({ totals: z.boolean(), path: z.boolean(), section: z.boolean() }),
  }),
  personal: z.object({ timeZone, answeredAt, regradedAt: timestamp }),
}
const answerRegradedData = z.object({
  ...answerRegradedFacts.clear.shape,
  ...answerRegradedFacts.personal.shape,
})
export type AnswerRegradedData = z.infer<typeof answerRegradedData>

export const answerRegradedSubject = 'progress.answer.regraded.v1'
export const answerRegraded = envelope('AnswerRegraded', 1, answerRegradedFacts.clear)
