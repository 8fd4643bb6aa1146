import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** As `sha256sum` writes and checks it; written last, so a backup without it was never completed. */
const fileName = 'SHA256SUMS'

/** SHA-256 in hex by path within the backup. */
export type Checksums = ReadonlyMap<string, string>

export async function writeChecksums(folder: string, sums: Checksums): Promise<void> {
  const lines = [...sums].map(([path, sum]) => `${sum}  ${path}\n`)
  await writeFile(join(folder, fileName), lines.join(''), { flag: 'wx', flush: true })
}

/**
 * Reads every file of a backup.
 * @returns what is wrong with it, a line each
 * @throws when it is no backup, or was never completed
 */
export async function findDamage(folder: string): Promise<string[]> {
  const sums = await readChecksums(folder)
  const damage: string[] = []
  for (const [path, sum] of sums) {
    const found = await checksumOf(join(folder, path)).catch(() => null)
    if (found === null) damage.push(`${path} is missing`)
    else if (found !== sum) damage.push(`${path} is not what was written`)
  }
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = relative(folder, join(entry.parentPath, entry.name))
    if (entry.isFile() && path !== fileName && !sums.has(path)) damage.push(`${path} is none of its files`)
  }
  return damage
}

async function readChecksums(folder: string): Promise<Map<string, string>> {
  const text = await readFile(join(folder, fileName), 'utf8').catch((cause) => {
    throw new Error(`${folder} is no backup, or one that was never completed: it has no ${fileName}`, {
      cause,
    })
  })
  const lines = text.split('\n').filter((line) => line !== '')
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]))
}

export async function checksumOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
