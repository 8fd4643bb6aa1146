import type { FileHandle } from 'node:fs/promises'
import { notAudio } from './errors.ts'

const windowBytes = 64 * 1024

/** A file seen through a window, so that judging a large one takes no more memory than a small one. */
export class ByteWindow {
  readonly size: number
  readonly #handle: FileHandle
  readonly #buffer = Buffer.allocUnsafe(windowBytes)
  #start = 0
  #end = 0

  constructor(handle: FileHandle, size: number) {
    this.#handle = handle
    this.size = size
  }

  /**
   * Some bytes, valid until the next call.
   * @param length at most 64 KB
   * @throws {DomainError} where the file ends before: it was cut off
   */
  async read(offset: number, length: number): Promise<Buffer> {
    if (offset + length > this.size) throw notAudio('the file ends too early')
    if (offset < this.#start || offset + length > this.#end) await this.#moveTo(offset, length)
    return this.#buffer.subarray(offset - this.#start, offset - this.#start + length)
  }

  /** As many bytes as there are, up to `length`. */
  async readUpTo(offset: number, length: number): Promise<Buffer> {
    return this.read(offset, Math.max(0, Math.min(length, this.size - offset)))
  }

  async #moveTo(offset: number, length: number): Promise<void> {
    this.#start = offset
    this.#end = offset
    while (this.#end - offset < length) {
      const filled = this.#end - offset
      const { bytesRead } = await this.#handle.read(
        this.#buffer,
        filled,
        windowBytes - filled,
        offset + filled,
      )
      if (bytesRead === 0) throw notAudio('the file ends too early')
      this.#end += bytesRead
    }
  }
}
