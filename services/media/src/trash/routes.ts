import {
  DomainError,
  listTrashFiles,
  paginate,
  RESTORABLE_FOR,
  restoreTrashFile,
  type TrashFile,
} from '@rehearse/contracts'
import { type App, principalOf, serve } from '@rehearse/service-kit'
import { give } from '../audio/attach-audio.ts'
import { insertFile, isQuestion, lockFile } from '../audio/repository.ts'
import { restoreImages } from '../images/repository.ts'
import type { Db, Trx } from '../tables.ts'
import {
  findAttached,
  lockAudioDeletion,
  lockImageRow,
  readTrash,
  removeAudioDeletion,
} from './repository.ts'

/** Routes that list and restore the images and audio files that were deleted within 30 days. */
export function trashRoutes(app: App, db: Db): void {
  serve(app, listTrashFiles, async ({ query }) => {
    const { items, totalCount } = await readTrash(db, query)
    return {
      success: true as const,
      data: items,
      pagination: paginate(query.page, query.pageSize, totalCount),
    }
  })

  serve(app, restoreTrashFile, async (request) => {
    const { id } = request.params
    const actor = principalOf(request).id
    const data = await db
      .transaction()
      .execute(async (trx) => (await restoreImage(trx, id)) ?? (await restoreAudio(trx, id, actor)))
    return { success: true as const, data, message: 'Restored successfully' }
  })
}

type Restored = Pick<TrashFile, 'kind' | 'entryId' | 'title'>

async function restoreImage(trx: Trx, id: string): Promise<Restored | undefined> {
  const image = await lockImageRow(trx, id)
  if (image === undefined) return undefined
  if (image.deletedAt !== null) requireInTime(image.deletedAt)
  await restoreImages(trx, [id])
  return { kind: 'image', entryId: id, title: image.title }
}

/**
 * Attaches deleted audio to its question again.
 * @throws {DomainError} not-found; conflict, `restore_expired`, `audio_replaced`, `question_deleted`
 */
async function restoreAudio(trx: Trx, id: string, actor: string): Promise<Restored> {
  const deletion = await lockAudioDeletion(trx, id)
  if (deletion === undefined) throw notInTrash()
  const { questionId, type, name, title, deletedAt, ...facts } = deletion
  requireInTime(deletedAt)
  if (!(await isQuestion(trx, questionId))) throw questionDeleted()
  await lockFile(trx, name)
  const attached = await findAttached(trx, { questionId, type })
  if (attached !== undefined && attached !== name) throw audioReplaced()
  await insertFile(trx, { name, ...facts })
  await give(trx, { questionId, type, name }, { ...facts, by: actor })
  await removeAudioDeletion(trx, id)
  return { kind: `${type}-audio`, entryId: questionId, title }
}

function requireInTime(deletedAt: Date): void {
  if (Date.now() - deletedAt.getTime() > RESTORABLE_FOR) throw expired()
}

const notInTrash = () =>
  new DomainError({ kind: 'not-found', code: 'not_in_trash', message: 'This is not in the trash' })

const expired = () =>
  new DomainError({
    kind: 'conflict',
    code: 'restore_expired',
    message: 'Deleted content can be restored within 30 days',
  })

const questionDeleted = () =>
  new DomainError({
    kind: 'conflict',
    code: 'question_deleted',
    message: 'The question of this audio was deleted. Restore the question first',
  })

const audioReplaced = () =>
  new DomainError({
    kind: 'conflict',
    code: 'audio_replaced',
    message: 'The question has other audio now. Delete that first, then restore this',
  })
