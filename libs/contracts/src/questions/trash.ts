import { z } from 'zod'
import { pageQuery, pagination, shortText, slug, success, timestamp, uuid } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/** The kinds of content that admins create and delete. */
export const contentKind = z.enum([
  'questions',
  'category',
  'topic',
  'section',
  'learning_path',
  'plans',
  'challenges',
  'guides',
  'resources',
  'articles',
  'cheatsheets',
  'question-bank',
  'question-lists',
  'jobs',
])
export type ContentKind = z.infer<typeof contentKind>

/** Something that was deleted and can be restored. */
export const trashItem = z
  .object({
    /** Identifies the deletion. */
    id: uuid,
    kind: contentKind,
    entryId: z.string(),
    title: z.string(),
    deletedBy: z.string().nullable(),
    deletedAt: timestamp,
    /** When it can no longer be restored. */
    expiresAt: timestamp,
  })
  .meta({ id: 'TrashItem' })
export type TrashItem = z.infer<typeof trashItem>

/** GET /api/admin/trash: newest deletion first. */
export const trashQuery = z.object({
  ...pageQuery.shape,
  kind: contentKind.optional(),
  /** A part of the title, ignoring case. */
  search: shortText(200).optional(),
})
export type TrashQuery = z.infer<typeof trashQuery>

/** POST /api/admin/trash/{id}/restore: by default under its own name and id. */
export const trashRestoreInput = z.object({
  /** For a taxonomy node whose name was taken meanwhile. */
  name: shortText(200).optional(),
  /** For an entry whose id was taken meanwhile. */
  entryId: slug.optional(),
})
export type TrashRestoreInput = z.infer<typeof trashRestoreInput>

export const restoredReply = success({
  data: trashItem.pick({ kind: true, entryId: true, title: true }),
  message: z.string(),
})

/** The kinds of deleted files, which the media service keeps. */
export const fileKind = z.enum(['image', 'question-audio', 'answer-audio'])
export type FileKind = z.infer<typeof fileKind>

/** A deleted image, or the deleted audio of a question: `entryId` is the id of the image or of the question. */
export const trashFile = trashItem.extend({ id: z.string(), kind: fileKind }).meta({ id: 'TrashFile' })
export type TrashFile = z.infer<typeof trashFile>

/** GET /api/admin/trash/files: newest deletion first. */
export const trashFilesQuery = trashQuery.extend({ kind: fileKind.optional() })
export type TrashFilesQuery = z.infer<typeof trashFilesQuery>

export const listTrashFiles = endpoint({
  method: 'GET',
  path: '/api/admin/trash/files',
  service: 'media',
  access: 'admin',
  summary: 'List deleted images and audio files that can be restored, newest first',
  query: trashFilesQuery,
  response: { 200: success({ data: z.array(trashFile), pagination }) },
})

export const restoreTrashFile = endpoint({
  method: 'POST',
  path: '/api/admin/trash/files/:id/restore',
  service: 'media',
  access: 'admin',
  summary: 'Restore a deleted image, or the deleted audio of a question',
  params: z.object({ id: shortText(100) }),
  response: {
    200: success({
      data: trashFile.pick({ kind: true, entryId: true, title: true }),
      message: z.string(),
    }),
  },
  errors: {
    restore_expired: { status: 409, description: 'it was deleted more than 30 days ago.' },
    audio_replaced: { status: 409, description: 'the question has other audio now.' },
    question_deleted: { status: 409, description: 'the question of the audio was deleted.' },
  },
})

export const listTrash = endpoint({
  method: 'GET',
  path: '/api/admin/trash',
  service: 'questions',
  access: 'admin',
  summary: 'List deleted content that can be restored, newest first',
  query: trashQuery,
  response: { 200: success({ data: z.array(trashItem), pagination }) },
})

export const restoreFromTrash = endpoint({
  method: 'POST',
  path: '/api/admin/trash/:id/restore',
  service: 'questions',
  access: 'admin',
  summary: 'Restore deleted content with its id and links',
  params: z.object({ id: uuid }),
  body: trashRestoreInput,
  response: { 200: restoredReply },
  errors: {
    restore_expired: { status: 409, description: 'it was deleted more than 30 days ago.' },
    name_taken: { status: 409, description: 'another entry has this name by now; send another `name`.' },
    id_taken: { status: 409, description: 'another entry has this id by now; send another `entryId`.' },
  },
})
