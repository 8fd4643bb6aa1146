import { z } from 'zod'
import { queryBoolean, queryInteger, shortText, success, uuid } from '../common.ts'
import { PAGE_SIZE_MAX } from '../constants.ts'
import { endpoint } from '../endpoint.ts'
import { difficultyInput } from '../questions/question-input.ts'

export const nextQuestionsQuery = z.object({
  count: queryInteger(1, PAGE_SIZE_MAX).default(20),
  /** A category's id or name. */
  category: shortText(100).optional(),
  learningPath: shortText(100).optional(),
  difficulty: difficultyInput.optional(),
  /** Without questions that only the learner can grade. */
  graded: queryBoolean.default(false),
  /** The same seed gives the same order of unseen questions. */
  seed: shortText(64).optional(),
})
export type NextQuestionsQuery = z.infer<typeof nextQuestionsQuery>

export const nextQuestionsReply = success({
  /** In the order to ask them: unseen, then missed or answered correctly at least a week ago, oldest first. */
  questionIds: z.array(uuid),
  /** The number of questions to choose from. */
  total: z.int(),
})

export const nextQuestions = endpoint({
  method: 'GET',
  path: '/api/progress/next',
  service: 'progress',
  access: 'learner',
  summary:
    'Select the questions to practice next: unseen ones first; those answered correctly in the last 7 days only if no others are left',
  query: nextQuestionsQuery,
  response: { 200: nextQuestionsReply },
})
