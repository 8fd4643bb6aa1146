import { z } from 'zod'
import { languageCode, longText, queryInteger, shortText, success, timestamp, uuid } from '../common.ts'
import { BODY_LIMIT, OPTIONS_MAX, TEXT_MAX } from '../constants.ts'
import { endpoint } from '../endpoint.ts'
import { itemId, leftText, rightText } from './typed-answer.ts'
import { TYPED_ANSWER } from './typed-limits.ts'

const text = longText(20_000)

/** Questions are written in English. */
const translatedInto = languageCode.refine(
  (code) => code !== 'en',
  'must be another language than the original',
)

/** The texts of a question that are translated; everything else is the same in every language. */
export const questionWords = z.object({
  title: z.string(),
  content: z.string(),
  explanation: z.string(),
  options: z.array(z.object({ id: z.string(), text: z.string(), feedback: z.string().optional() })),
  /** Of a matching question. */
  pairs: z.array(z.object({ id: z.string(), left: z.string(), right: z.string() })).optional(),
  extra: z.array(z.string()).optional(),
})
export type QuestionWords = z.infer<typeof questionWords>

/** Stale: the original has changed since, so learners see the original. */
export const translationState = z.enum(['missing', 'stale', 'translated'])
export type TranslationState = z.infer<typeof translationState>

export const translationListQuery = z.object({
  language: translatedInto,
  state: translationState.optional(),
  /** The `next` of the previous page. */
  after: queryInteger(1, Number.MAX_SAFE_INTEGER).optional(),
})
export type TranslationListQuery = z.infer<typeof translationListQuery>

export const translationListReply = success({
  /** Newest questions first. */
  data: z.array(
    z.object({
      id: uuid,
      title: z.string(),
      category: z.string(),
      state: translationState,
      /** When it was translated here; null for translations that ship with the content, and without one. */
      changedAt: timestamp.nullable(),
    }),
  ),
  /** Null after the last question. A page may be short, or empty, and still have a next one. */
  next: z.int().nullable(),
})

const params = z.object({ id: uuid, language: translatedInto })

export const translationReply = success({
  data: z.object({
    id: uuid,
    /** The question's version whose texts these are. */
    version: z.int(),
    state: translationState,
    original: questionWords,
    /** The original as it was translated; null without a translation. */
    translated: z
      .object({ original: questionWords, words: questionWords, changedAt: timestamp.nullable() })
      .nullable(),
  }),
})

export const translationInput = z.object({
  /** The version that was translated. */
  version: z.int().min(1).max(2_147_483_647),
  title: shortText(TEXT_MAX.questionTitle),
  content: text.refine((given) => given.trim() !== '', 'must not be empty'),
  explanation: text,
  /** One for each option of the question. */
  options: z
    .array(
      z.object({
        id: z.string().max(32),
        text: longText(TEXT_MAX.option).refine((given) => given.trim() !== '', 'must not be empty'),
        feedback: longText(TEXT_MAX.option).optional(),
      }),
    )
    .max(OPTIONS_MAX),
  /** One for each pair of a matching question, and one for each extra choice. */
  pairs: z
    .array(z.object({ id: itemId, left: leftText, right: rightText }))
    .max(TYPED_ANSWER.pairs.max)
    .optional(),
  extra: z.array(rightText).max(TYPED_ANSWER.extra).optional(),
})
export type TranslationInput = z.infer<typeof translationInput>

export const listTranslations = endpoint({
  method: 'GET',
  path: '/api/admin/translations',
  service: 'questions',
  access: 'admin',
  summary: 'List questions with the state of their translation',
  query: translationListQuery,
  response: { 200: translationListReply },
  example: { query: { language: 'ar', state: 'missing' } },
})

export const readTranslation = endpoint({
  method: 'GET',
  path: '/api/questions/unified/:id/translations/:language',
  service: 'questions',
  access: 'admin',
  summary: 'Read the translation of a question, and the original that it translates',
  params,
  response: { 200: translationReply },
})

export const saveTranslation = endpoint({
  method: 'PUT',
  path: '/api/questions/unified/:id/translations/:language',
  service: 'questions',
  access: 'admin',
  bodyLimit: BODY_LIMIT,
  summary: 'Save the translation of a question',
  params,
  body: translationInput,
  response: { 200: translationReply },
  errors: {
    question_changed: {
      status: 409,
      description: 'the question has a newer version than the one that was translated.',
    },
    invalid_translation: {
      status: 400,
      description: 'the options, pairs or extra choices are not those of the question.',
    },
  },
})

export const deleteTranslation = endpoint({
  method: 'DELETE',
  path: '/api/questions/unified/:id/translations/:language',
  service: 'questions',
  access: 'admin',
  summary: 'Delete the translation of a question that was saved here',
  params,
  response: { 200: success({}) },
  errors: { translation_not_found: { status: 404, description: 'no translation was saved here.' } },
})
