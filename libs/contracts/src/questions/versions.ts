import { z } from 'zod'
import {
  changeHeaders,
  messageReply,
  pageQuery,
  pagination,
  shortText,
  success,
  timestamp,
  uuid,
} from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { contentStatus } from './question.ts'
import { versionAction } from './questions.ts'
import { contentKind } from './trash.ts'

/** A version of a library entry or a taxonomy node; questions have versions of their own. */
export const entryVersion = z
  .object({
    id: uuid,
    action: versionAction,
    /** Null for starter content. */
    changedBy: z.string().nullable(),
    changedAt: timestamp,
    /** Of a library entry. */
    status: contentStatus.nullable(),
    /** The entry as it was, without its id and order. */
    fields: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'EntryVersion' })
export type EntryVersion = z.infer<typeof entryVersion>

export const listEntryVersions = endpoint({
  method: 'GET',
  path: '/api/admin/versions/:kind/:entryId',
  service: 'questions',
  access: 'admin',
  summary: 'List the versions of a library entry or a taxonomy node, newest first',
  params: z.object({ kind: contentKind.exclude(['questions']), entryId: shortText(100) }),
  query: pageQuery,
  response: { 200: success({ data: z.array(entryVersion), pagination }) },
})

export const restoreEntryVersion = endpoint({
  method: 'POST',
  path: '/api/admin/versions/:id/restore',
  service: 'questions',
  access: 'admin',
  summary: 'Restore an old version of a library entry or a taxonomy node, as a new version',
  headers: changeHeaders,
  params: z.object({ id: uuid }),
  response: { 200: messageReply },
})
