import { randomUUID } from 'node:crypto'
import { mkdir, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The folder that files are kept in. */
export interface StorageFolder {
  /** Makes the folder where it is missing. */
  prepare(): Promise<void>
  /** Resolves while files can be written; rejects with a sentence that says what is wrong with the folder. */
  check(): Promise<void>
}

export function openStorageFolder(path: string): StorageFolder {
  const describe = (cause: unknown) => {
    const code = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : ''
    return new Error(`the storage folder STORAGE_DIR can't be written to${code}`, { cause })
  }
  return {
    prepare: async () => {
      await mkdir(path, { recursive: true }).catch((cause) => {
        throw describe(cause)
      })
    },
    // Asking for permission isn't enough: a full disk or a lost mount shows only when something is written.
    check: async () => {
      const probe = join(path, `.probe-${randomUUID()}`)
      try {
        await writeFile(probe, 'probe', { flag: 'wx' })
        await unlink(probe)
      } catch (cause) {
        await unlink(probe).catch(() => {})
        throw describe(cause)
      }
    },
  }
}
