import { z } from 'zod'
import { longText, shortText, slug, success } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { entryFields, libraryEndpoints } from './entries.ts'
import { publicQuestion } from './question.ts'

/** A list of questions that an editor has chosen, such as the last-minute review. */
export const questionListDocument = z.object({
  title: shortText(200),
  description: longText(1_000),
  /** In order: ids, or the permanent ids of the content files. */
  questions: z.array(shortText(100)).min(1).max(200),
})
export type QuestionListDocument = z.infer<typeof questionListDocument>
export const questionList = z
  .object({
    ...entryFields,
    ...questionListDocument.shape,
    /** Those that the reader may see: for users who aren't editors the public ones, perhaps none. */
    questions: z.array(z.string()),
  })
  .meta({ id: 'QuestionList' })
export type QuestionList = z.infer<typeof questionList>

export const questionListEndpoints = libraryEndpoints({
  path: '/api/question-lists',
  noun: 'Question list',
  document: questionListDocument,
  view: questionList,
  filters: [],
})

export const readListQuestions = endpoint({
  method: 'GET',
  path: '/api/question-lists/:id/questions',
  service: 'questions',
  access: 'anyone',
  cache: 'until-changed',
  tag: 'library',
  summary: 'List the visible questions of a list, in its order',
  params: z.object({ id: slug }),
  response: { 200: success({ data: z.array(publicQuestion), count: z.int() }) },
})
