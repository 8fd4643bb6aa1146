import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Storage } from '../../../services/media/src/storage/storage.ts'
import { mediaFolder } from './back-up-media.ts'
import type { Installation } from './installation.ts'

/** Copies the files into the storage, each as the service itself would put it there. */
export async function restoreMedia(
  folder: string,
  storage: Storage,
  media: Installation['media'],
): Promise<void> {
  await storage.prepare()
  // The storage moves what it is given, so that has to lie on its own disk.
  const waiting = await mkdtemp(join(media.storage === 'folder' ? media.folder : tmpdir(), '.restore-'))
  try {
    for (const name of await readdir(join(folder, mediaFolder)).catch(noneIfMissing)) {
      const path = join(waiting, name)
      await copyFile(join(folder, mediaFolder, name), path)
      await storage.put(name, path)
    }
  } finally {
    await rm(waiting, { recursive: true, force: true })
  }
}

/** A backup without audio has no folder for it. */
function noneIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}
