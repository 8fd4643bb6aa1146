import { z } from 'zod'
import {
  changeHeaders,
  longText,
  pageQuery,
  pagination,
  revision,
  shortText,
  slug,
  success,
  timestamp,
} from '../common.ts'
import { TEXT_MAX } from '../constants.ts'
import { endpoint } from '../endpoint.ts'
import { entryFields } from './entries.ts'
import { contentStatus, editorialFields, question, questionVersion } from './question.ts'
import { contentKind } from './trash.ts'

/** A change of status, of a question or a library entry. */
export const statusInput = z.object({
  status: contentStatus,
  comment: longText(TEXT_MAX.statusComment).optional(),
  /** Missing fields stay, null clears. */
  reviewer: shortText(100).nullable().optional(),
  publishAt: timestamp.nullable().optional(),
  expiresAt: timestamp.nullable().optional(),
})
export type StatusInput = z.infer<typeof statusInput>

export const statusChangeErrors = {
  status_forbidden: {
    status: 403,
    description: 'your role, or your part in the content, doesn’t allow this change.',
  },
  status_conflict: { status: 409, description: 'nothing goes from its current status to this one.' },
} as const

/** The kinds of library entries that have a status; taxonomy nodes are public as soon as they exist. */
export const reviewedKind = contentKind.exclude([
  'questions',
  'category',
  'topic',
  'section',
  'learning_path',
])
export type ReviewedKind = z.infer<typeof reviewedKind>

export const changeEntryStatus = endpoint({
  method: 'POST',
  path: '/api/admin/content/:kind/:id/status',
  service: 'questions',
  access: 'author',
  tag: 'library',
  summary: 'Change the status of a library entry',
  headers: changeHeaders,
  params: z.object({ kind: reviewedKind, id: slug }),
  body: statusInput,
  response: { 200: success({ data: z.object(entryFields).meta({ id: 'EntryState' }), message: z.string() }) },
  errors: statusChangeErrors,
})

/** GET /api/admin/reviews */
export const reviewQueue = z.enum(['waiting', 'assigned', 'returned', 'submitted'])
export type ReviewQueue = z.infer<typeof reviewQueue>

/** A question in a queue, and its last approved version, if it had one. */
export const reviewedQuestion = question.extend({
  kind: z.literal('questions'),
  approvedVersion: questionVersion.nullable(),
})
export type ReviewedQuestion = z.infer<typeof reviewedQuestion>

/** A library entry in a queue, and the fields of its last approved version, if it had one. */
export const reviewedEntry = z
  .object({
    kind: reviewedKind,
    id: z.string(),
    title: z.string(),
    revision,
    createdBy: z.string().nullable(),
    ...editorialFields,
    fields: z.record(z.string(), z.unknown()),
    approvedFields: z.record(z.string(), z.unknown()).nullable(),
  })
  .meta({ id: 'ReviewedEntry' })
export type ReviewedEntry = z.infer<typeof reviewedEntry>

export const reviewListReply = success({
  /** Waiting longest first. */
  data: z.array(z.discriminatedUnion('kind', [reviewedQuestion, reviewedEntry])),
  counts: z.record(reviewQueue, z.int()),
  pagination,
})

export const listReviewQueue = endpoint({
  method: 'GET',
  path: '/api/admin/reviews',
  service: 'questions',
  access: 'author',
  summary: 'List the content that waits for your review, or that you submitted or got back',
  query: z.object({ ...pageQuery.shape, queue: reviewQueue.default('waiting') }),
  response: { 200: reviewListReply },
})
