import { z } from 'zod'
import {
  longText,
  pageQuery,
  pagination,
  queryBoolean,
  repeatableHeaders,
  shortText,
  success,
  timestamp,
  uuid,
} from '../common.ts'
import { IMPORT_BODY_LIMIT } from '../constants.ts'
import { endpoint } from '../endpoint.ts'
import { question } from './question.ts'
import { questionFilterQuery } from './questions.ts'

export const questionFormat = z.enum(['json', 'markdown', 'gift', 'aiken', 'moodle-xml'])
export type QuestionFormat = z.infer<typeof questionFormat>

export const onDuplicate = z.enum(['skip', 'update', 'add'])
export type OnDuplicate = z.infer<typeof onDuplicate>

/**
 * Made by the client, it names the import before there is an answer: its progress can be asked for under it, and the
 * same import sent again is done once.
 */
const batchId = uuid

/** Rows in one import, at most. */
export const IMPORT_ROWS_MAX = 20_000

/**
 * The bulk form of POST /api/questions/unified. Rows are checked one by one, so that bad ones fail alone. That
 * `questions` is an array is checked there too: the specification has its own sentence for it.
 */
export const bulkImportInput = z.object({
  isBulkImport: z.literal(true),
  questions: z
    .unknown()
    .optional()
    .meta({ type: 'array', items: {}, minItems: 1, maxItems: IMPORT_ROWS_MAX }),
  /** Only where the rows came from is kept; an invalid remark is no reason to refuse them. */
  metadata: z
    .object({ source: shortText(200) })
    .partial()
    .optional()
    .catch(undefined),
  dryRun: z.boolean().default(false),
  onDuplicate: onDuplicate.default('skip'),
  batchId: batchId.optional(),
})

/** The JSON form of POST /api/questions/import. */
export const importInput = z.object({
  content: longText(20 * 1024 * 1024),
  format: questionFormat.optional(),
  /** Tells the format where `format` doesn't. */
  fileName: shortText(255).optional(),
  dryRun: z.boolean().default(false),
  sectionId: shortText(100).optional(),
  onDuplicate: onDuplicate.default('skip'),
  batchId: batchId.optional(),
})
export type ImportInput = z.infer<typeof importInput>

export const importError = z.object({
  /** Position of the row in the input, from 0. */
  index: z.int(),
  /** Line in the source, from 1, where the format has lines. */
  line: z.int().optional(),
  title: z.string(),
  error: z.string(),
})
export type ImportError = z.infer<typeof importError>

export const importDuplicate = importError.omit({ error: true }).extend({
  /** The question of the bank that says the same; null where an earlier row of the source does. */
  id: uuid.nullable(),
})
export type ImportDuplicate = z.infer<typeof importDuplicate>

export const importResult = z
  .object({
    success: z.int(),
    failed: z.int(),
    skipped: z.int(),
    errors: z.array(importError),
    warnings: z.array(importError),
    /** Rows that were skipped because there is such a question already. */
    duplicates: z.array(importDuplicate).default([]),
    results: z.array(z.object({ id: uuid, title: z.string() })),
    batchId: uuid.nullable(),
    format: questionFormat,
    dryRun: z.boolean(),
  })
  .meta({ id: 'ImportResult' })
export type ImportResult = z.infer<typeof importResult>

export const importReply = success({ data: importResult, message: z.string() })

/** `interrupted`: the process that ran it is gone, and nothing was stored. */
export const importState = z.enum([
  'reading',
  'waiting',
  'storing',
  'failed',
  'interrupted',
  'done',
  'undone',
])

/** An import, on its way or done. */
export const importBatch = z
  .object({
    batchId: uuid,
    state: importState,
    dryRun: z.boolean(),
    source: z.string(),
    format: questionFormat,
    createdBy: z.string().nullable(),
    createdAt: timestamp,
    /** Rows in all, null while they are still being read; and how many are read, or stored. */
    total: z.int().nullable(),
    done: z.int(),
    /** Null until it is done. */
    success: z.int().nullable(),
    failed: z.int().nullable(),
    skipped: z.int().nullable(),
    error: z.string().nullable(),
    undoneAt: timestamp.nullable(),
    undoneBy: z.string().nullable(),
  })
  .meta({ id: 'ImportBatch' })
export type ImportBatch = z.infer<typeof importBatch>

export const importBatchReply = success({ data: importBatch })
export const importListReply = success({ data: z.array(importBatch), pagination })

/** DELETE /api/questions/imports/{batchId} */
export const importUndo = z
  .object({
    batchId: uuid,
    /** Questions that the import had created. */
    removed: z.int(),
    /** Questions that it had changed, and that are again what they were before. */
    reverted: z.int(),
    /** Questions that somebody has edited since: they stay as they are. */
    kept: z.array(z.object({ id: uuid, title: z.string() })),
  })
  .meta({ id: 'ImportUndo' })
export type ImportUndo = z.infer<typeof importUndo>
export const importUndoReply = success({ data: importUndo, message: z.string() })

/** GET /api/questions/export: the filters of the list, without its pages. */
export const exportQuery = questionFilterQuery.extend({
  format: questionFormat.default('json'),
  /** Instead of the file, tells what it would lose. */
  report: queryBoolean.default(false),
})

export const exportReport = z
  .object({
    questions: z.int(),
    /** Questions that the format has no way to hold. */
    leftOut: z.int(),
    losses: z.array(
      z.object({
        loss: z.string(),
        count: z.int(),
        examples: z.array(z.object({ id: uuid, title: z.string() })),
      }),
    ),
  })
  .meta({ id: 'ExportReport' })
export type ExportReport = z.infer<typeof exportReport>
export const exportReportReply = success({ data: exportReport })

const exportedQuestion = question
  .pick({ title: true, content: true, type: true, difficulty: true, options: true, explanation: true })
  .extend(question.pick({ category: true, learningPath: true, topic: true, tags: true }).shape)
  .extend(question.pick({ subcategory: true, sectionId: true }).partial().shape)
  .extend(question.pick({ points: true, timeLimit: true, isActive: true, approved: true }).shape)

/** The file itself, as JSON. */
export const exportedFile = z.object({ questions: z.array(exportedQuestion) }).meta({ id: 'ExportedFile' })

/** Errors of reading a file, or rows, that questions come from. */
export const readingErrors = {
  unreadable_source: { status: 400, description: "the source can't be read as a whole." },
  nothing_to_import: { status: 400, description: 'it holds no question.' },
  import_too_complex: {
    status: 400,
    description: 'reading it takes too much processor time or memory; nothing is stored.',
  },
  batch_exists: { status: 409, description: 'an import with this `batchId` exists already.' },
  too_many_rows: { status: 413, description: 'it holds too many questions.' },
  overloaded: { status: 503, description: 'too many files are being read; try again later.' },
} as const

export const importQuestions = endpoint({
  method: 'POST',
  path: '/api/questions/import',
  service: 'questions',
  access: 'admin',
  limit: 'IMPORT',
  bodyLimit: IMPORT_BODY_LIMIT,
  timeout: 120,
  tag: 'questions',
  summary: 'Import questions from JSON, Markdown, GIFT, Aiken or Moodle XML',
  consumes: ['application/json', 'multipart/form-data'],
  headers: repeatableHeaders,
  body: importInput,
  response: { 200: importReply },
  errors: readingErrors,
})

export const listImports = endpoint({
  method: 'GET',
  path: '/api/questions/imports',
  service: 'questions',
  access: 'admin',
  tag: 'questions',
  summary: 'Imports, newest first, those on their way included',
  query: pageQuery,
  response: { 200: importListReply },
})

export const getImport = endpoint({
  method: 'GET',
  path: '/api/questions/imports/:batchId',
  service: 'questions',
  access: 'admin',
  tag: 'questions',
  summary: 'How far an import is, by the batchId that its client has given it',
  params: z.object({ batchId: uuid }),
  response: { 200: importBatchReply },
})

export const undoImport = endpoint({
  method: 'DELETE',
  path: '/api/questions/imports/:batchId',
  service: 'questions',
  access: 'admin',
  timeout: 120,
  tag: 'questions',
  summary: 'Undo an import; what was edited since is kept and listed',
  params: z.object({ batchId: uuid }),
  response: { 200: importUndoReply },
})

export const exportQuestions = endpoint({
  method: 'GET',
  path: '/api/questions/export',
  service: 'questions',
  access: 'admin',
  limit: 'IMPORT',
  timeout: 120,
  tag: 'questions',
  summary:
    'Download questions as JSON, Markdown, GIFT, Aiken or Moodle XML; with report=true, what that would lose',
  description:
    'Answers with a file of the format, streamed as an attachment, and with report=true with a JSON report instead.',
  query: exportQuery,
  response: {
    200: {
      description: 'A file of the format, or the report',
      content: {
        'application/json': { schema: z.union([exportReportReply, exportedFile]) },
        'text/markdown': { schema: z.string() },
        'text/plain': { schema: z.string() },
        'application/xml': { schema: z.string() },
      },
    },
  },
})
