import { randomUUID } from 'node:crypto'
import { access, mkdir, open, readdir, rename, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { FileMissing, type Storage } from './storage.ts'

/**
 * Bytes per read, which is also the memory that a slow client uses; a quarter of this halves the downloads per
 * second.
 */
const chunkBytes = 1024 * 1024

/** The folder of images inside that of audio; hidden, so that versions without images leave it alone. */
export const imageFolder = '.images'

/** Files in a folder. A file passed to `put` must be on the same file system, since it is moved, not copied. */
export function openFolderStorage(folder: string): Storage {
  return {
    prepare: async () => {
      await mkdir(folder, { recursive: true }).catch((cause) => {
        throw cannotWrite(cause)
      })
    },
    // Checking permissions isn't enough: a full disk or a lost mount only shows on a write.
    check: async () => {
      const probe = join(folder, `.probe-${randomUUID()}`)
      try {
        await writeFile(probe, 'probe', { flag: 'wx' })
        await unlink(probe)
      } catch (cause) {
        await unlink(probe).catch(() => {})
        throw cannotWrite(cause)
      }
    },
    put: async (name, path) => {
      await rename(path, join(folder, name))
      await syncFolder(folder)
    },
    has: (name) =>
      access(join(folder, name)).then(
        () => true,
        () => false,
      ),
    read: (name, range) => readPart(join(folder, name), name, range),
    remove: (name) => rm(join(folder, name), { force: true }),
    list: async function* () {
      for (const name of await readdir(folder)) {
        const found = name.startsWith('.') ? null : await stat(join(folder, name)).catch(() => null)
        if (found !== null) yield { name, storedAt: found.mtime }
      }
    },
    // Files are moved here in one step, so there are no fragments.
    removeFragments: async () => 0,
  }
}

async function readPart(
  path: string,
  name: string,
  range: { start: number; end: number },
): Promise<Readable> {
  try {
    const handle = await open(path)
    return handle.createReadStream({ ...range, highWaterMark: chunkBytes })
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') throw new FileMissing(name, { cause })
    throw cause
  }
}

/** Otherwise a power failure could lose a new name that is already in the database. */
async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder)
  await handle.sync()
}

function cannotWrite(cause: unknown): Error {
  const code = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : ''
  return new Error(`the storage folder MEDIA_DIR can't be written to${code}`, { cause })
}
