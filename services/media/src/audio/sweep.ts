import { RESTORABLE_FOR } from '@rehearse/contracts'
import type { Backend } from '@rehearse/service-kit'
import { enqueue } from '@rehearse/service-kit'
import type { Staging } from '../storage/staging.ts'
import { namesStoredBefore, type Storage } from '../storage/storage.ts'
import type { Db, Tables } from '../tables.ts'
import { detachedEvent } from './attach-audio.ts'
import {
  deleteUnused,
  detachDeletedAudio,
  findUnknown,
  findUnusedBefore,
  forgetDeletions,
  lockFile,
  markUnused,
} from './repository.ts'

/** Milliseconds between sweeps. */
const interval = 15 * 60 * 1000

/** Sweeps once the schema and the storage are ready, and every quarter of an hour from then on. */
export function startSweepJob(
  { app, database: { db }, runPeriodically }: Backend<Tables>,
  storage: Storage,
  staging: Staging,
): void {
  runPeriodically('sweeper', interval, async () => {
    const files = await sweep({ db, storage, staging }, new Date())
    if (files > 0) app.log.info({ files }, 'removed unused audio')
  })
}

interface Sweeping {
  db: Db
  storage: Storage
  staging: Staging
}

/** Milliseconds that unused files are kept: longer than any upload takes, and than a page stays open. */
const grace = 60 * 60 * 1000
const batchSize = 500
const sweeper = 'sweeper'

/**
 * Removes files that no question uses any more: the audio of questions whose deletion can't be undone, audio that was
 * deleted 30 days ago, files without a question, and leftovers of uploads that were killed. Every replica may sweep at any time.
 * @returns the number of removed files
 */
export async function sweep({ db, storage, staging }: Sweeping, now: Date): Promise<number> {
  const before = new Date(now.getTime() - grace)
  await detachErased(db, new Date(before.getTime() - RESTORABLE_FOR))
  await forgetDeletions(db, new Date(now.getTime() - RESTORABLE_FOR))
  await markUnused(db, now)
  const names = new Set([
    ...(await findUnusedBefore(db, before)),
    // Files stored by uploads that didn't finish.
    ...(await findUnknown(db, await namesStoredBefore(storage, before))),
  ])
  let removed = 0
  for (const name of names) if (await remove(db, storage, name, before)) removed += 1
  return removed + (await staging.sweep(before)) + (await storage.removeFragments(before))
}

async function detachErased(db: Db, deletedBefore: Date): Promise<void> {
  for (let detached = batchSize; detached === batchSize; ) {
    detached = await db.transaction().execute(async (trx) => {
      const gone = await detachDeletedAudio(trx, deletedBefore, batchSize)
      await enqueue(
        trx,
        gone.map(({ place, revision }) => detachedEvent(place, revision, sweeper)),
      )
      return gone.length
    })
  }
}

/** Checks again under the lock: the file may have been attached meanwhile. */
const remove = (db: Db, storage: Storage, name: string, before: Date): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    await lockFile(trx, name)
    if (!(await deleteUnused(trx, name, before))) return false
    await storage.remove(name)
    return true
  })
