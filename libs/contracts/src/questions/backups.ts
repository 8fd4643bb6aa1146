import { z } from 'zod'
import { longText, messageReply, shortText, success, timestamp, uuid } from '../common.ts'
import {
  BODY_LIMIT,
  IMPORT_BODY_LIMIT,
  IMPORT_TOO_LARGE,
  OPTIONS_MAX,
  TAGS_MAX,
  TEXT_MAX,
} from '../constants.ts'
import { endpoint } from '../endpoint.ts'
import { question } from './question.ts'
import { difficultyInput, questionOptionInput, questionTypeInput } from './question-input.ts'
import { questionAnswerInput } from './typed-answer.ts'

/** A question in a backup: its identity, and the fields that were sent. */
export const backedUpQuestion = question
  .omit({ id: true, title: true, prompt: true })
  .partial()
  .extend({ id: shortText(100), title: shortText(300), section: shortText(100), backedUpAt: timestamp })
export type BackedUpQuestion = z.infer<typeof backedUpQuestion>

/** Null or a short text. */
const mayBeEmpty = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine(
      (text) => text === '' || shortText(max).safeParse(text).success,
      'must not contain control characters',
    )

/** The same limits as for a question; a stored backup may be longer. */
const boundedFields = {
  content: z.string().max(20_000),
  explanation: z.string().max(20_000),
  language: z.string().max(10),
  category: z.string().max(100),
  subcategory: z.string().max(100).nullable(),
  learningPath: z.string().max(100).nullable(),
  topic: z.string().max(100).nullable(),
  sectionId: z.string().max(100).nullable(),
  tags: z.array(z.string().max(50)).max(TAGS_MAX),
  correctAnswers: z.array(z.string().max(32)).max(OPTIONS_MAX),
  audioQuestion: z.string().max(2_048).nullable(),
  audioAnswer: z.string().max(2_048).nullable(),
  createdBy: z.string().max(200).nullable(),
  statusChangedBy: z.string().max(200).nullable(),
  statusComment: z.string().max(TEXT_MAX.statusComment).nullable(),
  reviewer: z.string().max(200).nullable(),
}

/**
 * POST /api/admin/backup: a question as admins write it. Nothing is required here, since one message names everything
 * that is missing.
 */
export const backupInput = backedUpQuestion
  .omit({ backedUpAt: true })
  .extend({
    id: mayBeEmpty(100),
    title: mayBeEmpty(300),
    section: mayBeEmpty(100),
    type: questionTypeInput,
    difficulty: difficultyInput,
    options: z.array(questionOptionInput).max(OPTIONS_MAX),
    answer: questionAnswerInput.nullable(),
    ...boundedFields,
  })
  .partial()
export type BackupInput = z.infer<typeof backupInput>

/** A backup file: all questions of a section, with a checksum. */
export const backupFile = z.object({
  format: z.literal('rehearse-backup'),
  version: z.literal(1),
  section: shortText(100),
  checksum: z.string(),
  questions: z.array(backedUpQuestion),
})
export type BackupFile = z.infer<typeof backupFile>

/** GET /api/admin/backup. Any text is accepted here, since its errors have their own messages. */
export const backupQuery = z.object({ action: z.string().optional(), section: z.string().optional() })

export const backupListing = z.object({
  name: z.string(),
  section: z.string(),
  questionCount: z.int(),
  bytes: z.int(),
  updatedAt: timestamp,
})
export type BackupListing = z.infer<typeof backupListing>

/** A backup of a section that can be restored; the newest is the one that is listed and downloaded. */
export const restorePoint = z.object({
  id: uuid,
  section: z.string(),
  questionCount: z.int(),
  bytes: z.int(),
  createdAt: timestamp,
})
export type RestorePoint = z.infer<typeof restorePoint>

export const backupStats = z.object({
  totalFiles: z.int(),
  totalQuestions: z.int(),
  sections: z.array(z.object({ section: z.string(), questionCount: z.int() })),
})

export const backupReadReply = success({
  data: z.union([backupStats, z.array(backupListing), z.array(backedUpQuestion), z.array(restorePoint)]),
})
export const backupWrittenReply = success({ message: z.string(), backupPath: z.string() })
export const backupDeleteInput = z.object({ section: z.string().max(1_000).optional() })

/** POST /api/admin/backup/sections: one section, or all by default. */
export const backupSectionsInput = z.object({ section: shortText(100).optional() })
export const backupSectionsReply = success({ data: z.array(backupListing), message: z.string() })

/** GET /api/admin/backup/download */
export const backupDownloadQuery = z.object({ section: z.string().optional() })

/** POST /api/admin/backup/restore: a restore point, or a downloaded backup; a dry run by default. */
export const restoreInput = z
  .object({
    section: shortText(100),
    /** One of the section's restore points; the newest by default. */
    point: uuid,
    content: longText(IMPORT_BODY_LIMIT),
    dryRun: z.boolean().default(true),
  })
  .partial({ section: true, point: true, content: true })
export type RestoreInput = z.infer<typeof restoreInput>

export const restoreResult = z.object({
  section: z.string(),
  dryRun: z.boolean(),
  created: z.int(),
  updated: z.int(),
  undeleted: z.int(),
  unchanged: z.int(),
  failed: z.int(),
  /** The questions that change, how, and in which fields. */
  changes: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      action: z.enum(['created', 'updated', 'undeleted', 'failed']),
      fields: z.array(z.string()),
      error: z.string().optional(),
    }),
  ),
})
export type RestoreResult = z.infer<typeof restoreResult>
export const restoreReply = success({ data: restoreResult, message: z.string() })

export const readBackups = endpoint({
  method: 'GET',
  path: '/api/admin/backup',
  service: 'questions',
  access: 'admin',
  tag: 'backups',
  summary:
    'Read backups: action=stats, action=files, or with a section action=section (its questions) or action=points (its restore points)',
  query: backupQuery,
  response: { 200: backupReadReply },
  example: { query: { action: 'stats' } },
})

export const backUpQuestion = endpoint({
  method: 'POST',
  path: '/api/admin/backup',
  service: 'questions',
  access: 'admin',
  bodyLimit: BODY_LIMIT,
  tag: 'backups',
  summary: "Add a question to its section's backup",
  body: backupInput,
  response: { 200: backupWrittenReply },
})

export const deleteBackup = endpoint({
  method: 'DELETE',
  path: '/api/admin/backup',
  service: 'questions',
  access: 'admin',
  tag: 'backups',
  summary: 'Delete the backup of a section',
  body: backupDeleteInput,
  response: { 200: messageReply },
})

export const backUpSections = endpoint({
  method: 'POST',
  path: '/api/admin/backup/sections',
  service: 'questions',
  access: 'admin',
  timeout: 120,
  tag: 'backups',
  summary: 'Back up one section of the bank, or all of them',
  body: backupSectionsInput,
  response: { 200: backupSectionsReply },
})

export const restoreBackup = endpoint({
  method: 'POST',
  path: '/api/admin/backup/restore',
  service: 'questions',
  access: 'admin',
  limit: 'IMPORT',
  bodyLimit: IMPORT_BODY_LIMIT,
  tooLarge: IMPORT_TOO_LARGE,
  timeout: 120,
  tag: 'backups',
  summary: 'Restore a stored or downloaded backup; a dry run unless dryRun is false',
  body: restoreInput,
  response: { 200: restoreReply },
  errors: {
    restore_point_not_found: {
      status: 404,
      description: 'the section has no such restore point (any more).',
    },
    damaged_backup: { status: 400, description: 'the file is not a backup, or it is damaged.' },
    import_too_complex: {
      status: 400,
      description: 'reading it takes too much processor time or memory; nothing is changed.',
    },
    overloaded: { status: 503, description: 'too many files are being read; try again later.' },
  },
})

export const downloadBackup = endpoint({
  method: 'GET',
  path: '/api/admin/backup/download',
  audited: true,
  service: 'questions',
  access: 'admin',
  tag: 'backups',
  summary: 'Download the backup of a section',
  query: backupDownloadQuery,
  response: { 200: z.string() },
})
