import type { Readable } from 'node:stream'

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
  /** Removing what isn't there is no fault. */
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
