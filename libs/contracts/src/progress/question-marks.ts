import { z } from 'zod'
import { pageQuery, pagination, shortText, success, uuid } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { difficultyInput } from '../questions/question-input.ts'

const MARKS_MAX = 200

/** Whether the latest answer to a question was correct. */
export const questionMark = z
  .object({ questionId: uuid, isCorrect: z.boolean() })
  .meta({ id: 'QuestionMark' })
export type QuestionMark = z.infer<typeof questionMark>

export const listQuestionMarks = endpoint({
  method: 'GET',
  path: '/api/progress/questions',
  service: 'progress',
  access: 'learner',
  summary: 'Get which of these questions you have answered, and whether the latest answer was correct',
  query: z.object({
    /** Comma-separated. */
    ids: z
      .string()
      .max(MARKS_MAX * 37)
      .transform((text) => text.split(','))
      .pipe(z.array(uuid).max(MARKS_MAX)),
  }),
  response: { 200: success({ marks: z.array(questionMark) }) },
  example: { query: { ids: '8d5229c8-16de-4b2d-98c4-df2164f3c7b4' } },
})

export const questionsByStatusQuery = pageQuery.extend({
  /** According to the latest answer. */
  status: z.enum(['unseen', 'missed', 'correct']),
  /** A category's id or name. */
  category: shortText(100).optional(),
  learningPath: shortText(100).optional(),
  difficulty: difficultyInput.optional(),
})
export type QuestionsByStatusQuery = z.infer<typeof questionsByStatusQuery>

export const listQuestionsByStatus = endpoint({
  method: 'GET',
  path: '/api/progress/questions/by-status',
  service: 'progress',
  access: 'learner',
  summary: 'List unseen, missed or correctly answered questions, by path and difficulty',
  query: questionsByStatusQuery,
  response: { 200: success({ questionIds: z.array(uuid), pagination }) },
  example: { query: { status: 'missed' } },
})
