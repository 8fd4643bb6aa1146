import { type ImageUses, imageUsesReply, imageUsesSubject, RESTORABLE_FOR } from '@rehearse/contracts'
import { ask, type Backend, type Nats } from '@rehearse/service-kit'
import { namesStoredBefore, type Storage } from '../storage/storage.ts'
import type { Db, Tables } from '../tables.ts'
import {
  eraseImage,
  findDeleted,
  findUnknownFiles,
  isUnknownFile,
  lockImage,
  restoreImages,
} from './repository.ts'

/** Milliseconds between sweeps. */
const interval = 15 * 60 * 1000
/** Milliseconds that files without an image are kept: longer than any upload takes. */
const grace = 60 * 60 * 1000
const batchSize = 100
/** Milliseconds for the questions service to reply. */
const usesTimeout = 5_000

/** Where images appear, by id; those without uses are left out. @throws if the questions service doesn't respond */
export async function findUses(nats: Nats, ids: readonly string[]): Promise<Record<string, ImageUses>> {
  if (ids.length === 0) return {}
  return imageUsesReply.parse(await ask(nats, imageUsesSubject, { ids }, usesTimeout)).uses
}

/** Sweeps once the schema and the storage are ready, and every quarter of an hour from then on. */
export function startImageSweepJob(
  { app, database: { db }, nats, runPeriodically }: Backend<Tables>,
  storage: Storage,
): void {
  runPeriodically('image-sweeper', interval, async () => {
    const swept = await sweepImages({ db, nats, storage }, new Date())
    if (swept.restored + swept.removed > 0) app.log.info(swept, 'swept images')
  })
}

interface Sweeping {
  db: Db
  nats: Nats
  storage: Storage
}

/**
 * Restores deleted images that something uses (a question may have been saved or restored at the same time), erases
 * those that were deleted 30 days ago, and removes files of uploads that were killed. Every replica may sweep at any
 * time.
 */
export async function sweepImages(
  { db, nats, storage }: Sweeping,
  now: Date,
): Promise<{ restored: number; removed: number }> {
  const swept = { restored: 0, removed: 0 }
  const erasedBefore = new Date(now.getTime() - RESTORABLE_FOR)
  for (let after = ''; ; ) {
    const deleted = await findDeleted(db, { after, limit: batchSize })
    const uses = await findUses(
      nats,
      deleted.map(({ id }) => id),
    )
    const used = deleted.filter(({ id }) => id in uses)
    await restoreImages(
      db,
      used.map(({ id }) => id),
    )
    swept.restored += used.length
    for (const { id, deletedAt } of deleted) {
      if (id in uses || deletedAt >= erasedBefore) continue
      // Its files go below, once the rows are gone: an image whose files are missing could be restored.
      await db.transaction().execute(async (trx) => {
        await lockImage(trx, id)
        await eraseImage(trx, id, erasedBefore)
      })
    }
    if (deleted.length < batchSize) break
    after = deleted.at(-1)?.id ?? ''
  }
  swept.removed = await removeOrphans({ db, storage }, new Date(now.getTime() - grace))
  return swept
}

async function removeOrphans({ db, storage }: Omit<Sweeping, 'nats'>, before: Date): Promise<number> {
  let removed = 0
  for (const name of await findUnknownFiles(db, await namesStoredBefore(storage, before))) {
    const isRemoved = await db.transaction().execute(async (trx) => {
      // The upload of the same bytes may be storing its files again.
      await lockImage(trx, name)
      if (!(await isUnknownFile(trx, name))) return false
      await storage.remove(name)
      return true
    })
    if (isRemoved) removed += 1
  }
  return removed + (await storage.removeFragments(before))
}
