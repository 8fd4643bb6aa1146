import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { z } from 'zod'
import { checksumOf, readPart, writePart } from './parts.ts'

/*
 * The keys of learners' events, and the erased learners: one store for all backups of an installation. When a learner
 * is erased, the key is deleted here and opens nothing in any backup.
 */

const part = z.object({ file: z.string(), sha256: z.string(), count: z.number().int() })
const storeSchema = z.object({ format: z.literal(1), writtenAt: z.iso.datetime(), keys: part, erased: part })
export type KeyStore = z.infer<typeof storeSchema>

const indexFile = 'key-store.json'

/** @returns null if there is none yet; @throws when it is damaged */
export async function readKeyStore(folder: string): Promise<KeyStore | null> {
  const text = await readFile(join(folder, indexFile), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  const store = storeSchema.parse(JSON.parse(text))
  for (const { file, sha256 } of [store.keys, store.erased]) {
    const found = await checksumOf(join(folder, file)).catch(() => null)
    if (found !== sha256) throw new Error(`the key store in ${folder} is damaged: ${file} was modified`)
  }
  return store
}

/**
 * Updates the store: adds the keys of the database and removes those of erased learners. A key that isn't in the
 * database stays: the database may have been restored to an earlier day. Two runs take turns, since each deletes the
 * earlier files.
 */
export async function renewKeyStore(folder: string, progress: pg.Client, now: Date): Promise<KeyStore> {
  await progress.query(`select pg_advisory_lock(${turns})`)
  try {
    return await renew(folder, progress, now)
  } finally {
    await progress.query(`select pg_advisory_unlock(${turns})`)
  }
}

const turns = "hashtext('key_store')"

async function renew(folder: string, progress: pg.Client, now: Date): Promise<KeyStore> {
  await mkdir(folder, { recursive: true })
  const old = await readKeyStore(folder)
  const erased = await mergeErased(folder, old, progress)
  const stamp = now.toISOString().replaceAll(/[-:.]/g, '')
  const store: KeyStore = {
    format: 1,
    writtenAt: now.toISOString(),
    keys: await writeLines(folder, `stream-keys-${stamp}.zst`, mergeKeys(folder, old, progress, erased)),
    erased: await writeLines(folder, `erased-${stamp}.zst`, lines(erased)),
  }
  await writeFile(join(folder, `${indexFile}.new`), `${JSON.stringify(store, null, 1)}\n`, { flush: true })
  await rename(join(folder, `${indexFile}.new`), join(folder, indexFile))
  // The earlier files still contain the keys of erased learners.
  const filesToKeep = new Set([indexFile, store.keys.file, store.erased.file])
  for (const name of await readdir(folder)) {
    if (/^(?:stream-keys|erased)-.*\.zst$/.test(name) && !filesToKeep.has(name)) await rm(join(folder, name))
  }
  return store
}

/** Hashes of erased streams, in hex, with the time of erasure; the whole list is in memory. */
export type Erased = Map<string, string>

export async function readErased(folder: string, store: KeyStore): Promise<Erased> {
  const erased: Erased = new Map()
  for await (const line of readLines(readPart(folder, store.erased.file))) {
    const [hash = '', at = ''] = line.split('\t')
    erased.set(hash, at)
  }
  return erased
}

/** The keys in COPY's format. */
export function readKeys(folder: string, store: KeyStore): Readable {
  return readPart(folder, store.keys.file)
}

/** The first keys, still wrapped: to check whether a secret opens them. */
export async function* someKeys(
  folder: string,
  store: KeyStore,
): AsyncGenerator<{ streamId: string; wrapped: Buffer }> {
  let left = 100
  for await (const line of readLines(readKeys(folder, store))) {
    const [streamId = '', key = ''] = line.split('\t')
    // COPY's format for bytes: \\x, then hex.
    yield { streamId, wrapped: Buffer.from(key.slice(3), 'hex') }
    left -= 1
    if (left === 0) return
  }
}

/** The name of an erased stream in the log. */
export const hashOfStream = (streamId: string): string => createHash('sha256').update(streamId).digest('hex')

async function mergeErased(folder: string, old: KeyStore | null, progress: pg.Client): Promise<Erased> {
  const erased: Erased = old === null ? new Map() : await readErased(folder, old)
  for (const [hash, at] of await erasedOf(progress)) erased.set(hash, at)
  return erased
}

/** @param table with the erased streams, like the log's own */
export async function erasedOf(progress: pg.Client, table = 'erased_stream'): Promise<Erased> {
  const { rows } = await progress.query<{ hash: string; at: Date }>(
    `select encode(stream_hash, 'hex') as hash, erased_at as at from ${table}`,
  )
  return new Map(rows.map(({ hash, at }) => [hash, at.toISOString()]))
}

/** Both inputs are sorted by stream name; for a rewrapped key the database has the newer form. */
async function* mergeKeys(
  folder: string,
  old: KeyStore | null,
  progress: pg.Client,
  erased: Erased,
): AsyncGenerator<string> {
  const known = readLines(old === null ? [] : readKeys(folder, old))
  const current = readLines(progress.query(copyTo(keysQuery)))
  let [one, other] = [await known.next(), await current.next()]
  while (!one.done || !other.done) {
    const [left, right] = [one.done ? null : streamOf(one.value), other.done ? null : streamOf(other.value)]
    const isCurrent = left === null || (right !== null && right <= left)
    const line = isCurrent ? (other.value as string) : (one.value as string)
    if (!erased.has(hashOfStream(streamOf(line)))) yield line
    if (left !== null && (!isCurrent || left === right)) one = await known.next()
    if (isCurrent) other = await current.next()
  }
}

const keysQuery = `copy (select stream_id, wrapped_key, created_at from stream_key order by stream_id collate "C") to stdout`

const streamOf = (line: string): string => line.slice(0, line.indexOf('\t'))

function* lines(erased: Erased): Generator<string> {
  for (const [hash, at] of erased) yield `${hash}\t${at}`
}

async function* readLines(source: Readable | []): AsyncGenerator<string> {
  if (Array.isArray(source)) return
  yield* createInterface({ input: source, crlfDelay: Number.POSITIVE_INFINITY })
}

async function writeLines(
  folder: string,
  file: string,
  source: AsyncIterable<string> | Iterable<string>,
): Promise<KeyStore['keys']> {
  const checksums = new Map<string, string>()
  let count = 0
  async function* counted() {
    for await (const line of source) {
      count += 1
      yield `${line}\n`
    }
  }
  await writePart({ folder, checksums }, file, counted())
  return { file, sha256: checksums.get(file) ?? '', count }
}

/**
 * Restores the keys of a restored log's streams; keys of later learners are left out.
 * @throws when a sealed stream's key is missing although it wasn't erased
 */
export async function restoreKeys(progress: pg.Client, folder: string, store: KeyStore): Promise<void> {
  await progress.query('create temporary table given_key (like stream_key)')
  const target = progress.query(copyFrom('copy given_key (stream_id, wrapped_key, created_at) from stdin'))
  await pipeline(readKeys(folder, store), target)
  await progress.query(`
    insert into stream_key select given_key.* from given_key
    where exists (select from event where event.stream_id = given_key.stream_id)`)
  await progress.query('drop table given_key')
}

/** The number of streams that are sealed with a missing key although they weren't erased. */
export async function countLocked(progress: pg.Client): Promise<number> {
  const { rows } = await progress.query<{ count: string }>(`
    select count(distinct stream_id) as count from event
    where personal is not null
      and not exists (select from stream_key where stream_key.stream_id = event.stream_id)
      and not exists (
        select from erased_stream where stream_hash = sha256(convert_to(event.stream_id, 'UTF8')))`)
  return Number(rows[0]?.count)
}
