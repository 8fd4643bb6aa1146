import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Storage } from '../../../services/media/src/storage/storage.ts'
import { mediaFolder } from './back-up-media.ts'
import type { Installation } from './installation.ts'

/** Of where files wait to be moved into the storage. */
const prefix = '.restore-'

/** Copies the files into the storage, each as the service itself would put it there. */
export async function restoreMedia(
  folder: string,
  storage: Storage,
  media: Installation['media'],
): Promise<void> {
  await storage.prepare()
  if (media.storage === 'folder') await removeLeftOver(media.folder)
  // The storage moves what it is given, so that has to lie on its own disk.
  const waiting = await mkdtemp(join(media.storage === 'folder' ? media.folder : tmpdir(), prefix))
  try {
    for (const name of await readdir(join(folder, mediaFolder)).catch(noneIfMissing)) {
      const path = join(waiting, name)
      await copyFile(join(folder, mediaFolder, name), path)
      await storage.put(name, path)
      // A storage that copied it has no more use for it, and all of them together may not fit.
      await rm(path, { force: true })
    }
  } finally {
    await rm(waiting, { recursive: true, force: true })
  }
}

/** What an attempt that was killed could not take away. */
async function removeLeftOver(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith(prefix)) await rm(join(folder, name), { recursive: true })
  }
}

/** A backup without audio has no folder for it. */
function noneIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}
