import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { DomainError } from '@rehearse/contracts'
import { gaugeOnScrape, type Registry } from '@rehearse/service-kit/observability/metrics'
import { asStorageFull } from './storage.ts'

export interface SizeLimit {
  bytes: number
  /** The error of a larger file. */
  exceeded: () => DomainError
}

/** An upload on disk before validation. */
export interface StagedFile {
  path: string
  bytes: number
  /** SHA-256 in hex. */
  digest: string
  /** Deletes the file unless it was moved into the storage. */
  discard(): Promise<void>
}

export interface Staging {
  prepare(): Promise<void>
  /**
   * Writes a file to disk as it arrives, without buffering it in memory.
   * @throws {DomainError} `limit.exceeded`, as soon as more than `limit.bytes` have arrived; unavailable,
   *   `storage_full`
   */
  stage(source: Readable, limit: SizeLimit): Promise<StagedFile>
  /** Removes leftovers of killed processes. @returns the number of removed files */
  sweep(before: Date): Promise<number>
}

export function openStaging(folder: string): Staging {
  return {
    prepare: async () => {
      await mkdir(folder, { recursive: true })
    },
    stage: async (source, limit) => {
      const path = join(folder, randomUUID())
      const discard = () => rm(path, { force: true })
      const meter = new Meter(limit)
      try {
        await pipeline(source, meter, createWriteStream(path, { flags: 'wx', flush: true }))
        return { path, bytes: meter.bytes, digest: meter.digest(), discard }
      } catch (error) {
        await discard()
        throw asStorageFull(error)
      }
    },
    sweep: async (before) => {
      let swept = 0
      for (const name of await readdir(folder)) {
        const path = join(folder, name)
        const modified = await stat(path).catch(() => null)
        if (modified === null || modified.mtime >= before) continue
        await rm(path, { force: true })
        swept += 1
      }
      return swept
    },
  }
}

/** Counts and hashes the bytes that pass through, up to the limit. */
class Meter extends Transform {
  bytes = 0
  readonly #limit: SizeLimit
  readonly #hash = createHash('sha256')

  constructor(limit: SizeLimit) {
    super()
    this.#limit = limit
  }

  override _transform(chunk: Buffer, _encoding: string, done: (error: Error | null, data?: Buffer) => void) {
    this.bytes += chunk.length
    if (this.bytes > this.#limit.bytes) return done(this.#limit.exceeded())
    this.#hash.update(chunk)
    done(null, chunk)
  }

  digest(): string {
    return this.#hash.digest('hex')
  }
}

/** Reports the free space on a folder's disk, which Postgres and NATS usually share on a single machine. */
export function observeDisk(registry: Registry, folder: string): void {
  gaugeOnScrape(
    registry,
    {
      name: 'disk_bytes',
      help: 'The disk of MEDIA_DIR: all of it, and what is free for us',
      labelNames: ['state'],
    },
    async () => {
      const { bsize, blocks, bavail } = await statfs(folder)
      return [
        [{ state: 'all' }, blocks * bsize],
        [{ state: 'free' }, bavail * bsize],
      ]
    },
  )
}
