import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough, type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'

/** A backup that is being written: its files, and what has been written of them. */
export interface BackupWriter {
  folder: string
  checksums: Map<string, string>
}

/** Writes one file as it comes, compressed, through to the disk; nothing of it is held. */
export async function writePart(to: BackupWriter, path: string, source: Readable | AsyncIterable<string>) {
  await writeFile(to, path, source, createZstdCompress())
}

/** The same of a file that can't be made smaller. */
export async function writePlainPart(to: BackupWriter, path: string, source: Readable): Promise<void> {
  await writeFile(to, path, source)
}

/** What was written, as it was before it was compressed. */
export function readPart(folder: string, path: string): Readable {
  const file = createReadStream(join(folder, path))
  const content = createZstdDecompress()
  file.once('error', (error) => content.destroy(error))
  return file.pipe(content)
}

async function writeFile(
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
