import type { Readable } from 'node:stream'
import { JetStreamApiError } from '@nats-io/jetstream'
import { DomainError } from '@rehearse/contracts'
import { isUnavailable } from '@rehearse/service-kit'

/** Where files are kept, each whole or not at all, under names that are never given to other bytes. */
export interface Storage {
  prepare(): Promise<void>
  /** Resolves while files can be written; rejects with a sentence that says what is wrong. */
  check(): Promise<void>
  /**
   * Takes in a file, which may be moved away by that. What has the name already is replaced, for it is the same.
   * @throws {DomainError} unavailable, `storage_full`
   */
  put(name: string, path: string): Promise<void>
  has(name: string): Promise<boolean>
  /**
   * The bytes from `start` to `end`, both included.
   * @throws {FileMissing} where there is no such file
   */
  read(name: string, range: { start: number; end: number }): Promise<Readable>
  /** Removing a missing file is not an error. */
  remove(name: string): Promise<void>
  list(): AsyncIterable<{ name: string; storedAt: Date }>
  /** Throws away what a process that was killed has left of a file. @returns how many there were */
  removeFragments(before: Date): Promise<number>
}

export class FileMissing extends Error {
  constructor(name: string, options?: ErrorOptions) {
    super(`the storage has no file ${name}`, options)
    this.name = 'FileMissing'
  }
}

/** Of the file system: no space left, or none for us. */
const fullCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT'])
/** Of JetStream: insufficient resources, insufficient storage, a stream at its size, a store that can't be written to. */
const fullApiCodes: ReadonlySet<number> = new Set([10023, 10047, 10077, 10118])

/**
 * What stands for a failure to store something: where there is no room for it that is said, for neither the request nor
 * the program is wrong. Anything else stays what it is.
 */
export function orStorageFull(error: unknown): unknown {
  const isFull =
    error instanceof JetStreamApiError
      ? fullApiCodes.has(error.code)
      : error instanceof Error && 'code' in error && fullCodes.has(error.code)
  if (!isFull) return error
  return new DomainError({
    kind: 'unavailable',
    code: 'storage_full',
    message: 'There is no room for audio files at the moment, please try again later',
    retryAfterSeconds: 60,
    cause: error,
  })
}

/** The same of what NATS was to do: whatever else keeps it from that, it is away, and may be back soon. */
export function orStorageAway(error: unknown): unknown {
  const told = orStorageFull(error)
  if (told instanceof DomainError || isUnavailable(told)) return told
  return new DomainError({
    kind: 'unavailable',
    code: 'temporarily_unavailable',
    message: 'Temporarily unavailable, please try again',
    retryAfterSeconds: 1,
    cause: error,
  })
}
