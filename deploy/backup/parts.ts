import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { PassThrough, type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'

/** In the format of `sha256sum`; written last, so a backup without it is unfinished. */
const fileName = 'SHA256SUMS'

/** SHA-256 in hex, by path within the backup. */
export type Checksums = ReadonlyMap<string, string>

export async function writeChecksums(folder: string, sums: Checksums): Promise<void> {
  const lines = [...sums].map(([path, sum]) => `${sum}  ${path}\n`)
  await writeFile(join(folder, fileName), lines.join(''), { flag: 'wx', flush: true })
}

/**
 * Reads every file of a backup.
 * @returns one line per problem
 * @throws if it is not a backup, or unfinished
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
    throw new Error(`${folder} is not a backup, or an unfinished one: it has no ${fileName}`, {
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

/** A backup in progress: its folder, and the files written so far. */
export interface BackupWriter {
  folder: string
  checksums: Map<string, string>
}

/** Streams one file to the disk, compressed. */
export async function writePart(to: BackupWriter, path: string, source: Readable | AsyncIterable<string>) {
  await writeStream(to, path, source, createZstdCompress())
}

/** The same for a file that doesn't compress. */
export async function writePlainPart(to: BackupWriter, path: string, source: Readable): Promise<void> {
  await writeStream(to, path, source)
}

/** The decompressed content of a file. */
export function readPart(folder: string, path: string): Readable {
  const file = createReadStream(join(folder, path))
  const content = createZstdDecompress()
  file.once('error', (error) => content.destroy(error))
  return file.pipe(content)
}

async function writeStream(
  { folder, checksums }: BackupWriter,
  path: string,
  source: Readable | AsyncIterable<string>,
  packing: Transform = new PassThrough(),
): Promise<void> {
  const hash = createHash('sha256')
  const meter = new Transform({
    transform: (chunk, _, done) => {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  await mkdir(dirname(join(folder, path)), { recursive: true })
  const target = createWriteStream(join(folder, path), { flags: 'wx', flush: true })
  await pipeline(source, packing, meter, target)
  checksums.set(path, hash.digest('hex'))
}
