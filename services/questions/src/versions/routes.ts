import {
  contentStatus,
  DomainError,
  type EntryVersion,
  listEntryVersions,
  paginate,
  restoreEntryVersion,
} from '@rehearse/contracts'
import { type App, idempotentWrite, serve, withIdempotency } from '@rehearse/service-kit'
import type { Editor } from '../edits/content-status.rules.ts'
import { editorOf } from '../edits/edit-routes.ts'
import { type Precondition, preconditionOf } from '../edits/etag.ts'
import { recordActor } from '../edits/repository.ts'
import { changeEntry } from '../library/edit-entries.ts'
import { kindNamed } from '../library/kinds.ts'
import { findEntry } from '../library/repository.ts'
import type { Db, Trx } from '../tables.ts'
import { editNode, nodeFields } from '../taxonomy/edit-nodes.ts'
import { nodeDefinitions } from '../taxonomy/node-definitions.ts'
import { findEntryVersion, readEntryVersions, type StoredEntryVersion } from './repository.ts'

/** Routes that list and restore versions of library entries and taxonomy nodes. */
export function versionRoutes(app: App, db: Db): void {
  serve(app, listEntryVersions, async (request) => {
    const { page, pageSize } = request.query
    const part = { limit: pageSize, offset: (page - 1) * pageSize }
    const { versions, totalCount } = await readEntryVersions(db, request.params, part)
    return {
      success: true as const,
      data: versions.map(toVersion),
      pagination: paginate(page, pageSize, totalCount),
    }
  })

  serve(app, restoreEntryVersion, async (request) => {
    const { id } = request.params
    const how = {
      editor: editorOf(request),
      precondition: preconditionOf(request.headers['if-match']),
    }
    return withIdempotency(db, idempotentWrite(request, ['restore version', id]), async (trx) => {
      await restoreVersion(trx, id, how)
      return { success: true as const, message: 'Version restored successfully' }
    })
  })
}

const toVersion = (version: StoredEntryVersion): EntryVersion => {
  const { id, action, changedBy, changedAt } = version
  const status = contentStatus.safeParse(version.entry.status).data ?? null
  return { id, action, changedBy, changedAt: changedAt.toISOString(), status, fields: fieldsOf(version) }
}

const nodeOf = (kind: string) => nodeDefinitions.find((node) => node.kind === kind)

/** The fields of an entry as the body of a change has them. */
const fieldsOf = ({ kind, entry }: StoredEntryVersion): Record<string, unknown> =>
  nodeOf(kind) ? nodeFields(entry) : (entry.document as Record<string, unknown>)

/**
 * Gives an entry the content of an old version, as a new one. Its order stays.
 * @throws {DomainError} not-found; stale, `stale_version`; conflict, `name_taken`; invalid, `invalid_entry`
 */
async function restoreVersion(
  trx: Trx,
  id: string,
  how: { editor: Editor; precondition: Precondition },
): Promise<void> {
  const version = await findEntryVersion(trx, id)
  if (version === undefined) throw versionNotFound()
  const { kind, entryId } = version
  const body = fieldsOf(version)
  await recordActor(trx, how.editor.id)
  const node = nodeOf(kind)
  if (node) return void (await editNode(trx, node, entryId, { body, precondition: how.precondition }))
  // Fields that the old version didn't have are cleared.
  const current = (await findEntry(trx, kind, entryId))?.document ?? {}
  const cleared = Object.fromEntries(Object.keys(current).map((field) => [field, null]))
  await changeEntry(trx, kindNamed(kind), entryId, { body: { ...cleared, ...body }, ...how })
}

const versionNotFound = () =>
  new DomainError({ kind: 'not-found', code: 'entry_version_not_found', message: 'Version not found' })
