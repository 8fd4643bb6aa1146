import { randomBytes } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface FirstAdmin {
  email: string
  password: string
}

/** The first admin of a new data folder, until it has been made and told. */
export interface PendingAdmin extends FirstAdmin {
  /** Forgets the password for good. */
  told(): Promise<void>
}

/**
 * The first admin to be made, or null where there was a first start before. The password is kept in the data folder
 * only from the first try to the moment it was printed, so that a start that failed half-way says the right one later.
 */
export async function pendingAdmin(dataDir: string, chosen?: FirstAdmin): Promise<PendingAdmin | null> {
  const madeMark = join(dataDir, 'first-admin-made')
  if (await readIfThere(madeMark)) return null
  const file = join(dataDir, 'first-admin.json')
  const kept = chosen ?? (JSON.parse((await readIfThere(file)) ?? 'null') as FirstAdmin | null)
  const admin = kept ?? { email: 'admin@rehearse.local', password: randomBytes(12).toString('base64url') }
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, JSON.stringify(admin), { mode: 0o600 })
  await rename(unfinished, file)
  return {
    ...admin,
    told: async () => {
      await writeFile(madeMark, `${admin.email}\n`)
      await rm(file, { force: true })
    },
  }
}

async function readIfThere(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}
