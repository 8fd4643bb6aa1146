import { randomUUID } from 'node:crypto'
import { access, mkdir, open, readdir, rename, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { FileMissing, type Storage } from './storage.ts'

/** Bytes read at once, and what a slow reader takes of our memory; a fourth of it costs half of the downloads a second. */
const chunkBytes = 1024 * 1024

/** Files in a folder. What is put must lie on the same file system: it is moved, not copied. */
export function openFolderStorage(folder: string): Storage {
  return {
    prepare: async () => {
      await mkdir(folder, { recursive: true }).catch((cause) => {
        throw cannotWrite(cause)
      })
    },
    // Asking for permission isn't enough: a full disk or a lost mount shows only when something is written.
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
    // A file comes here by one step, so there are none.
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

/** Else a new name could be lost with the power, while the database remembers it. */
async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder)
  await handle.sync()
}

function cannotWrite(cause: unknown): Error {
  const code = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : ''
  return new Error(`the storage folder MEDIA_DIR can't be written to${code}`, { cause })
}
