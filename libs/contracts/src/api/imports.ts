import { z } from 'zod'
import { longText, shortText, success, uuid } from './common.ts'

export const questionFormat = z.enum(['json', 'markdown', 'gift', 'aiken', 'moodle-xml'])
export type QuestionFormat = z.infer<typeof questionFormat>

export const onDuplicate = z.enum(['skip', 'update', 'add'])
export type OnDuplicate = z.infer<typeof onDuplicate>

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
  /** Only where the rows came from is kept; a faulty remark is no reason to refuse them. */
  metadata: z
    .object({ source: shortText(200) })
    .partial()
    .optional()
    .catch(undefined),
  dryRun: z.boolean().default(false),
  onDuplicate: onDuplicate.default('skip'),
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

export const importResult = z
  .object({
    success: z.int(),
    failed: z.int(),
    skipped: z.int(),
    errors: z.array(importError),
    warnings: z.array(importError),
    results: z.array(z.object({ id: uuid, title: z.string() })),
    batchId: uuid.nullable(),
    format: questionFormat,
    dryRun: z.boolean(),
  })
  .meta({ id: 'ImportResult' })
export type ImportResult = z.infer<typeof importResult>

export const importReply = success({ data: importResult, message: z.string() })
