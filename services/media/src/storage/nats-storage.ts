import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { JetStreamManager } from '@nats-io/jetstream'
import { type ObjectInfo, type ObjectStore, Objm, StorageType } from '@nats-io/obj'
import type { Nats } from '@rehearse/service-kit'
import { asStorageUnavailable, FileMissing, type Storage } from './storage.ts'

/** An object store uses a stream, with a subject for the chunks of each file. */
const streamOf = (bucket: string): string => `OBJ_${bucket}`
const piecesOf = (bucket: string, nuid: string): string => `$O.${bucket}.C.${nuid}`
const pieceBytes = 128 * 1024
/** Milliseconds for the server to store a chunk. */
const timeout = 10_000

/** Files in an object store of NATS, for replicas that don't share a disk. */
export function openNatsStorage(nats: Nats, bucket: string): Storage {
  const open = async (): Promise<ObjectStore> =>
    new Objm(await nats.connection).create(bucket, { replicas: nats.replicas, storage: StorageType.File })
  return {
    prepare: async () => {
      await open()
    },
    check: async () => {
      const manager = await nats.manager()
      await manager.streams.info(streamOf(bucket))
    },
    put: async (name, path) => {
      try {
        const store = await open()
        const source = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>
        await store.put({ name, options: { max_chunk_size: pieceBytes } }, source, { timeout })
      } catch (error) {
        throw asStorageUnavailable(error)
      }
    },
    has: async (name) => {
      try {
        return isThere(await (await open()).info(name))
      } catch (error) {
        throw asStorageUnavailable(error)
      }
    },
    read: async (name, { start, end }) => {
      const info = await (await open()).info(name)
      if (!isThere(info)) throw new FileMissing(name)
      return Readable.from(part(await nats.manager(), bucket, info.nuid, { start, end }), {
        objectMode: false,
      })
    },
    remove: async (name) => {
      const store = await open()
      if (isThere(await store.info(name))) await store.delete(name)
    },
    list: async function* () {
      await open()
      for await (const { name, mtime } of completeFiles(await nats.manager(), bucket)) {
        yield { name, storedAt: new Date(mtime) }
      }
    },
    removeFragments: async (before) => {
      await open()
      return removeFragments(await nats.manager(), bucket, before)
    },
  }
}

const isThere = <Info extends { deleted: boolean }>(info: Info | null): info is Info =>
  info !== null && !info.deleted

/**
 * Reads chunk by chunk, as the client consumes them: the store's own `get` sends the whole file at once, so unread
 * data would stay in memory. Direct gets aren't used either, since their raw reply could be sent to any subject.
 */
async function* part(
  manager: JetStreamManager,
  bucket: string,
  nuid: string,
  { start, end }: { start: number; end: number },
) {
  let sequence = 1
  for (let offset = 0; offset <= end; ) {
    // The client's types lack this option, which the request supports.
    const query = { seq: sequence, next_by_subj: piecesOf(bucket, nuid) }
    const piece = await manager.streams.getMessage(streamOf(bucket), query)
    if (piece === null) throw new Error('the storage has lost a piece of a file')
    const from = Math.max(0, start - offset)
    if (from < piece.data.length) yield piece.data.subarray(from, end - offset + 1)
    offset += piece.data.length
    sequence = piece.seq + 1
  }
}

/** Chunks whose file was never completed. */
async function removeFragments(manager: JetStreamManager, bucket: string, before: Date): Promise<number> {
  const stream = streamOf(bucket)
  const pieces = await subjectsOf(manager, bucket, piecesOf(bucket, '>'))
  const complete = new Set<string>()
  for await (const { nuid } of completeFiles(manager, bucket)) complete.add(piecesOf(bucket, nuid))
  let removed = 0
  for (const subject of pieces) {
    if (complete.has(subject)) continue
    const newest = await manager.streams.getMessage(stream, { last_by_subj: subject })
    if (newest === null || newest.time >= before) continue
    await manager.streams.purge(stream, { filter: subject })
    removed += 1
  }
  return removed
}

/**
 * The store's own `list` uses a consumer, which media isn't allowed to create: with one, it could have the server
 * republish its messages on another service's subject.
 */
async function* completeFiles(manager: JetStreamManager, bucket: string): AsyncGenerator<ObjectInfo> {
  for (const subject of await subjectsOf(manager, bucket, `$O.${bucket}.M.>`)) {
    const newest = await manager.streams.getMessage(streamOf(bucket), { last_by_subj: subject })
    const info = newest?.json<ObjectInfo>()
    if (info && !info.deleted) yield info
  }
}

async function subjectsOf(manager: JetStreamManager, bucket: string, filter: string): Promise<string[]> {
  const { state } = await manager.streams.info(streamOf(bucket), { subjects_filter: filter })
  return Object.keys(state.subjects ?? {})
}
