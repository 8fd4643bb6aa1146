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
