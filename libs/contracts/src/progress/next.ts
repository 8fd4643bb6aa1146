import { z } from 'zod'
import { queryBoolean, queryInteger, shortText, success, uuid } from '../common.ts'
import { PAGE_SIZE_MAX } from '../constants.ts'
import { endpoint } from '../endpoint.ts'
import { difficultyInput } from '../questions/question-input.ts'

export const nextQuestionsQuery = z.object({
  count: queryInteger(1, PAGE_SIZE_MAX).default(20),
  /** By id or name. */
  category: shortText(100).optional(),
  learningPath: shortText(100).optional(),
  difficulty: difficultyInput.optional(),
  /** Without those that only the learner can grade. */
  graded: queryBoolean.default(false),
  /** The same seed puts unseen questions in the same order. */
  seed: shortText(64).optional(),
})
export type NextQuestionsQuery = z.infer<typeof nextQuestionsQuery>

export const nextQuestionsReply = success({
  /** In the order to ask them: unseen, then missed or answered correctly a week ago or more, the longest ago first. */
  questionIds: z.array(uuid),
  /** How many questions there are to choose from, as far as this service knows. */
  total: z.int(),
})

export const nextQuestions = endpoint({
  method: 'GET',
  path: '/api/progress/next',
  service: 'progress',
  access: 'learner',
  tag: 'progress',
  summary:
    'The questions to practice next: unseen first; what was answered correctly in the last 7 days only when nothing else is left',
  query: nextQuestionsQuery,
  response: { 200: nextQuestionsReply },
})
