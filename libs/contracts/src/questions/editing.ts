import { z } from 'zod'
import {
  changeHeaders,
  longText,
  repeatableHeaders,
  shortText,
  success,
  tag,
  tagList,
  uuid,
} from '../common.ts'
import { BODY_LIMIT, IMPORT_BODY_LIMIT, IMPORT_VALUES_MAX, OPTIONS_MAX, TEXT_MAX } from '../constants.ts'
import { endpoint } from '../endpoint.ts'
import { bulkImportInput, importReply, readingErrors } from './imports.ts'
import { contentStatus, questionParams, questionVersion, questionWrittenReply } from './question.ts'
import { questionInput, questionPatch } from './question-input.ts'
import { questionFilterQuery } from './questions.ts'
import { statusChangeErrors, statusInput } from './reviews.ts'

/** The maximum number of questions in one bulk action by ids. */
export const BULK_ACTION_MAX = 5_000

/** The filters of the list, as JSON. */
const bulkFilter = questionFilterQuery
  .omit({ ids: true })
  .extend({ isActive: z.boolean().optional(), approved: z.boolean().optional() })

/** The questions of a bulk action: ids, or a filter with the digest of what it matched. */
const chosen = {
  ids: z.array(uuid).min(1).max(BULK_ACTION_MAX).optional(),
  matching: z
    .object({
      filter: bulkFilter,
      /** From GET /api/questions/unified/selection: if other questions match by now, nothing is changed. */
      digest: z.string().max(64),
    })
    .optional(),
}

/** The questions' new place in the taxonomy, as names or ids; missing fields stay, null clears. */
const places = z
  .object({
    category: shortText(100),
    topic: shortText(100).nullable(),
    learningPath: shortText(100).nullable(),
    sectionId: shortText(100).nullable(),
  })
  .partial()
  .refine((value) => Object.values(value).some((name) => name !== undefined), 'must name a place')

/** A string is a category. */
const moveTarget = z.union([
  places,
  shortText(100).transform((category): z.infer<typeof places> => ({ category })),
])

const tags = z
  .object({ add: tagList.default([]), remove: tagList.default([]) })
  .refine(({ add, remove }) => add.length + remove.length > 0, 'must name a tag')

/** Adds a tag, or a list of tags. */
const tagChange = z.union([
  tags,
  tag.transform((added): z.infer<typeof tags> => ({ add: [added], remove: [] })),
  tagList.min(1).transform((add): z.infer<typeof tags> => ({ add, remove: [] })),
])

/** The texts in which a bulk edit finds and replaces. */
export const replaceableTexts = z.enum(['title', 'content', 'explanation', 'options', 'feedback'])
export type ReplaceableText = z.infer<typeof replaceableTexts>

/** New values for all, and a replacement in their texts. */
const edit = z
  .object({
    set: questionPatch
      .pick({
        type: true,
        difficulty: true,
        category: true,
        subcategory: true,
        learningPath: true,
        topic: true,
      })
      .extend(questionPatch.pick({ sectionId: true, tags: true, points: true, timeLimit: true }).shape)
      .extend(questionPatch.pick({ isActive: true }).shape)
      .default({}),
    replace: z
      .object({
        in: z.array(replaceableTexts).min(1).max(replaceableTexts.options.length),
        /** Plain text, case-sensitive. */
        find: longText(1_000).refine((text) => text !== '', 'must not be empty'),
        with: longText(1_000),
      })
      .optional(),
  })
  .refine(
    ({ set, replace }) => replace !== undefined || Object.values(set).some((value) => value !== undefined),
    'must change a field',
  )
export type BulkEdit = z.infer<typeof edit>

/** POST /api/questions/unified/bulk */
export const bulkActionInput = z
  .discriminatedUnion('action', [
    z.object({ ...chosen, action: z.enum(['activate', 'deactivate', 'approve', 'delete']) }),
    z.object({ ...chosen, action: z.literal('status'), value: contentStatus.exclude(['scheduled']) }),
    z.object({ ...chosen, action: z.literal('move'), value: moveTarget }),
    z.object({ ...chosen, action: z.literal('tag'), value: tagChange }),
    z.object({ ...chosen, action: z.literal('edit'), value: edit }),
  ])
  .refine(({ ids, matching }) => (ids === undefined) !== (matching === undefined), {
    path: ['ids'],
    message: 'must be given, or matching',
  })
export type BulkActionInput = z.infer<typeof bulkActionInput>

/** GET /api/questions/unified/selection: what a filter matches. */
export const selectionReply = success({
  data: z.object({
    count: z.int(),
    /** Identifies the matching questions, for a bulk action on them. */
    digest: z.string(),
  }),
})

export const bulkOutcome = z.object({
  id: uuid,
  /** `unchanged`: it already had this value. */
  outcome: z.enum(['changed', 'unchanged', 'not-found', 'refused']),
  /** The question's version after the action. */
  version: z.int().optional(),
  error: z.string().optional(),
})
export type BulkOutcome = z.infer<typeof bulkOutcome>

export const bulkActionReply = success({
  data: z.object({
    batchId: uuid,
    changed: z.int(),
    /** The number of questions in the action. */
    total: z.int(),
    /** One per id, in the order of the request, each id once; for a filter, the first 100 that were not changed. */
    results: z.array(bulkOutcome),
  }),
  message: z.string(),
})

/** POST /api/questions/unified/bulk/preview: what the action would change. */
export const bulkPreviewReply = success({
  data: z.object({
    total: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    /** Questions that would become invalid, or no longer exist. */
    refused: z.int(),
    /** The first changes, and the first questions that would be refused. */
    changes: z.array(z.object({ id: uuid, before: questionVersion, after: questionVersion })),
    refusals: z.array(z.object({ id: uuid, title: z.string(), error: z.string() })),
  }),
})
export type BulkPreview = z.infer<typeof bulkPreviewReply>['data']

/** POST /api/questions/unified/duplicates: the part of a question that duplicates share. */
export const duplicatesInput = z.object({
  title: z.string().max(TEXT_MAX.questionTitle),
  content: z.string().max(20_000),
  options: z.array(z.object({ text: z.string().max(TEXT_MAX.option) })).max(OPTIONS_MAX),
})
export const duplicatesReply = success({ data: z.array(z.object({ id: uuid, title: z.string() })) })

export const bulkUndo = z.object({
  batchId: uuid,
  reverted: z.int(),
  /** Questions that can't be restored, because they were edited since or something they need was deleted. */
  kept: z.array(z.object({ id: uuid, reason: z.enum(['edited', 'gone']) })),
})
export type BulkUndo = z.infer<typeof bulkUndo>

/** DELETE /api/questions/bulk/{batchId} */
export const bulkUndoReply = success({ data: bulkUndo, message: z.string() })

/** Errors of a bulk action on all questions that match a filter. */
const selectionErrors = {
  selection_changed: {
    status: 409,
    description: 'other questions match the filter by now; nothing was changed.',
  },
  too_many_questions: { status: 413, description: 'more questions match than one bulk action may change.' },
} as const

/** POST /api/questions/unified: one question, or many. */
export const createQuestionInput = z.discriminatedUnion('isBulkImport', [
  bulkImportInput,
  questionInput.extend({ isBulkImport: z.literal(false).optional() }),
])

export const createQuestion = endpoint({
  method: 'POST',
  path: '/api/questions/unified',
  service: 'questions',
  access: 'author',
  bodyLimit: IMPORT_BODY_LIMIT,
  jsonValues: IMPORT_VALUES_MAX,
  // A bulk creation has up to six, and with so many values each further one would cost seconds.
  jsonDepth: 12,
  timeout: 120,
  summary: 'Create a question, or import many',
  headers: repeatableHeaders,
  body: createQuestionInput,
  response: { 200: importReply, 201: questionWrittenReply },
  errors: readingErrors,
})

export const updateQuestion = endpoint({
  method: 'PUT',
  path: '/api/questions/unified/:id',
  service: 'questions',
  access: 'author',
  bodyLimit: BODY_LIMIT,
  summary: 'Change the given fields of a question',
  headers: changeHeaders,
  params: questionParams,
  body: questionPatch,
  response: { 200: questionWrittenReply },
})

/** POST /api/questions/unified/{id}/status */
export const changeQuestionStatus = endpoint({
  method: 'POST',
  path: '/api/questions/unified/:id/status',
  service: 'questions',
  access: 'author',
  summary: 'Change the status of a question',
  headers: changeHeaders,
  params: questionParams,
  body: statusInput,
  response: { 200: questionWrittenReply },
  errors: statusChangeErrors,
})

export const deleteQuestion = endpoint({
  method: 'DELETE',
  path: '/api/questions/unified/:id',
  service: 'questions',
  access: 'admin',
  summary: 'Delete a question; it can be restored for 30 days',
  headers: changeHeaders,
  params: questionParams,
  response: { 200: questionWrittenReply },
})

export const copyQuestion = endpoint({
  method: 'POST',
  path: '/api/questions/unified/:id/copy',
  service: 'questions',
  access: 'admin',
  summary: 'Create a copy of a question, not approved yet',
  headers: repeatableHeaders,
  params: questionParams,
  response: { 201: questionWrittenReply },
})

export const restoreQuestion = endpoint({
  method: 'POST',
  path: '/api/questions/unified/:id/restore',
  service: 'questions',
  access: 'admin',
  summary: 'Restore a deleted question',
  params: questionParams,
  response: { 200: questionWrittenReply },
})

export const startBulkAction = endpoint({
  method: 'POST',
  path: '/api/questions/unified/bulk',
  service: 'questions',
  access: 'admin',
  bodyLimit: BODY_LIMIT,
  timeout: 120,
  summary:
    'Activate, deactivate, approve, move, tag, edit or delete many questions, or change their status, as one batch',
  headers: repeatableHeaders,
  body: bulkActionInput,
  response: { 200: bulkActionReply },
  errors: selectionErrors,
})

export const previewBulkAction = endpoint({
  method: 'POST',
  path: '/api/questions/unified/bulk/preview',
  service: 'questions',
  access: 'admin',
  limit: 'READ',
  bodyLimit: BODY_LIMIT,
  timeout: 120,
  summary: 'Preview a bulk action: what it would change, without changing it',
  body: bulkActionInput,
  response: { 200: bulkPreviewReply },
  errors: selectionErrors,
})

export const getSelection = endpoint({
  method: 'GET',
  path: '/api/questions/unified/selection',
  service: 'questions',
  access: 'admin',
  summary: 'Count and identify the questions that match a filter, for a bulk action on all of them',
  query: questionFilterQuery,
  response: { 200: selectionReply },
})

export const findDuplicates = endpoint({
  method: 'POST',
  path: '/api/questions/unified/duplicates',
  service: 'questions',
  access: 'author',
  // The form asks while the admin types.
  limit: 'READ',
  bodyLimit: BODY_LIMIT,
  summary: 'Find questions with the same title, content and options',
  body: duplicatesInput,
  response: { 200: duplicatesReply },
})

export const undoBulkAction = endpoint({
  method: 'DELETE',
  path: '/api/questions/bulk/:batchId',
  service: 'questions',
  access: 'admin',
  timeout: 120,
  summary: 'Undo a bulk action; questions edited since are kept and listed',
  params: z.object({ batchId: uuid }),
  response: { 200: bulkUndoReply },
})
