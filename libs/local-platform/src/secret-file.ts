import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'

/** Reads a secret (128 bits, hex) from a file that only its owner can read; creates it the first time. */
export async function secretFile(file: string): Promise<string> {
  const known = await readSecret(file)
  if (known) return known
  // Renamed when complete: a full disk must not leave an empty secret.
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, randomBytes(16).toString('hex'), { mode: 0o600 })
  await rename(unfinished, file)
  return readFile(file, 'utf8')
}

/** Reads a secret; null if there is none yet. */
export async function readSecret(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}
