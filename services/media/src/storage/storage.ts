import type { Readable } from 'node:stream'
import { JetStreamApiError } from '@nats-io/jetstream'
import { DomainError } from '@rehearse/contracts'
import { isUnavailable } from '@rehearse/service-kit'

/** Stores complete files, under names that always identify the same bytes. */
export interface Storage {
  prepare(): Promise<void>
  /** Resolves while files can be written; rejects with a message that explains the problem. */
  check(): Promise<void>
  /**
   * Stores a file, and may move it away. A file with the same name is replaced, since it has the same content.
   * @throws {DomainError} unavailable, `storage_full`
   */
  put(name: string, path: string): Promise<void>
  has(name: string): Promise<boolean>
  /**
   * The bytes from `start` to `end`, both inclusive.
   * @throws {FileMissing} if the file doesn't exist
   */
  read(name: string, range: { start: number; end: number }): Promise<Readable>
  /** Removing a missing file is not an error. */
  remove(name: string): Promise<void>
  list(): AsyncIterable<{ name: string; storedAt: Date }>
  /** Removes leftover fragments of files whose upload was killed. @returns the number of removed fragments */
  removeFragments(before: Date): Promise<number>
}

export class FileMissing extends Error {
  constructor(name: string, options?: ErrorOptions) {
    super(`the storage has no file ${name}`, options)
    this.name = 'FileMissing'
  }
}

export async function namesStoredBefore(storage: Storage, before: Date): Promise<string[]> {
  const names: string[] = []
  for await (const { name, storedAt } of storage.list()) if (storedAt < before) names.push(name)
  return names
}

/** Errors of the file system: disk full or quota exceeded. */
const fullCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT'])
/**
 * Errors of JetStream: insufficient resources, insufficient storage, a stream at its size limit, a store that can't
 * be written to.
 */
const fullApiCodes: ReadonlySet<number> = new Set([10023, 10047, 10077, 10118])

/**
 * Translates an error in storing something: missing space becomes `storage_full`, since neither the request nor the
 * program is at fault. Other errors are returned unchanged.
 */
export function asStorageFull(error: unknown): unknown {
  const isFull =
    error instanceof JetStreamApiError
      ? fullApiCodes.has(error.code)
      : error instanceof Error && 'code' in error && fullCodes.has(error.code)
  if (!isFull) return error
  return new DomainError({
    kind: 'unavailable',
    code: 'storage_full',
    message: 'There is no room for files at the moment, please try again later',
    retryAfterSeconds: 60,
    cause: error,
  })
}

/** The same for errors of NATS: any other one becomes unavailable, since NATS may be back soon. */
export function asStorageUnavailable(error: unknown): unknown {
  const mapped = asStorageFull(error)
  if (mapped instanceof DomainError || isUnavailable(mapped)) return mapped
  return new DomainError({
    kind: 'unavailable',
    code: 'temporarily_unavailable',
    message: 'Temporarily unavailable, please try again',
    retryAfterSeconds: 1,
    cause: error,
  })
}
