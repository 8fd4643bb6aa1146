import { DomainError, RESTORABLE_FOR, type TrashItem, type TrashRestoreInput } from '@rehearse/contracts'
import { recordActor, toEditorial } from '../edits/repository.ts'
import { restoreEntry } from '../library/edit-entries.ts'
import { kindNamed } from '../library/kinds.ts'
import { restoreQuestion } from '../questions/edit-question.ts'
import { findQuestion } from '../questions/question-repository.ts'
import type { StatusColumns, Trx } from '../tables.ts'
import { restoreNode } from '../taxonomy/edit-nodes.ts'
import { nodeDefinitions } from '../taxonomy/node-definitions.ts'
import { type Deletion, lockDeletion, recordRestoration } from './repository.ts'

type Restored = Pick<TrashItem, 'kind' | 'entryId' | 'title'>

/**
 * Restores deleted content under its id and name, or under others. Restoring it again changes nothing.
 * @param id of a question, or of an entry's deletion
 * @throws {DomainError} not-found; conflict, `restore_expired`, `name_taken`, `id_taken`; invalid, `invalid_entry`
 */
export async function restoreDeleted(
  trx: Trx,
  id: string,
  { actor, ...under }: TrashRestoreInput & { actor: string },
): Promise<Restored> {
  if ((await findQuestion(trx, id)) !== undefined) {
    const { title } = await restoreQuestion(trx, id, actor)
    return { kind: 'questions', entryId: id, title }
  }
  const deletion = await lockDeletion(trx, id)
  if (deletion === undefined) throw notInTrash()
  const { kind, title } = deletion
  const entryId = under.entryId ?? deletion.entryId
  if (deletion.restoredAt !== null) return { kind, entryId: deletion.entryId, title }
  if (Date.now() - deletion.deletedAt.getTime() > RESTORABLE_FOR) throw expired()
  await recordActor(trx, actor)
  await recordRestoration(trx, id, entryId)
  await restoreAs(trx, deletion, { entryId, name: under.name })
  return { kind, entryId, title: under.name ?? title }
}

async function restoreAs(
  trx: Trx,
  { kind, entry }: Deletion,
  { entryId: id, name }: { entryId: string; name: string | undefined },
): Promise<void> {
  const node = nodeDefinitions.find((one) => one.kind === kind)
  if (node) return restoreNode(trx, node, entry, { id, name: name ?? String(entry.name) })
  // The trigger stored the row of this table as JSON.
  const row = entry as unknown as StoredRow
  const time = (text: string | null) => (text === null ? null : new Date(text))
  await restoreEntry(trx, kindNamed(kind), {
    id,
    document: row.document,
    order: row.sort_order,
    createdAt: new Date(row.created_at),
    createdBy: row.created_by,
    editorial: toEditorial({
      ...row,
      status_changed_at: time(row.status_changed_at),
      publish_at: time(row.publish_at),
      expires_at: time(row.expires_at),
    }),
  })
}

type Time = 'status_changed_at' | 'publish_at' | 'expires_at'
type StoredRow = Omit<StatusColumns, Time> &
  Record<Time, string | null> & {
    document: Record<string, unknown>
    sort_order: number
    created_at: string
    created_by: string | null
  }

const notInTrash = () =>
  new DomainError({ kind: 'not-found', code: 'not_in_trash', message: 'This is not in the trash' })

const expired = () =>
  new DomainError({
    kind: 'conflict',
    code: 'restore_expired',
    message: 'Deleted content can be restored within 30 days',
  })
