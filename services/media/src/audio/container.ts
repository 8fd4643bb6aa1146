import type { FileHandle } from 'node:fs/promises'
import type { AudioFormat } from '@rehearse/contracts'
import { notAudio } from './errors.ts'

/** One of the accepted file formats. */
export interface Container {
  extension: AudioFormat
  /** @param head the first bytes after a leading tag, if there is one */
  recognizes(head: Buffer): boolean
  /**
   * Follows the structure from the first byte to the last, and checks that nothing is left over or cut off.
   * @param start where the audio begins: after a leading tag, otherwise 0
   * @returns seconds; null if the file doesn't contain the duration
   * @throws {DomainError} unsupported, `invalid_audio`
   */
  measure(bytes: ByteWindow, start: number): Promise<number | null>
}

export const text = (bytes: Buffer, start: number, end: number): string =>
  bytes.toString('latin1', start, end)

/** Where the audio begins: after any ID3v2 tags (id3.org, 3.1: the size leaves out each byte's highest bit). */
export async function startAfterTags(bytes: ByteWindow): Promise<number> {
  for (let offset = 0; ; ) {
    const header = await bytes.readUpTo(offset, 10)
    if (header.length < 10 || text(header, 0, 3) !== 'ID3') return offset
    const sizes = [...header.subarray(6, 10)]
    if (sizes.some((part) => part > 0x7f)) return offset
    const size = sizes.reduce((sum, part) => sum * 128 + part, 0)
    const footer = (header.readUInt8(5) & 0x10) === 0 ? 0 : 10
    offset += 10 + size + footer
    if (offset >= bytes.size) return bytes.size
  }
}

/** Whether only tags follow: ID3v1, APEv2, or both. */
export async function hasOnlyTagsLeft(bytes: ByteWindow, offset: number): Promise<boolean> {
  const head = await bytes.readUpTo(offset, 32)
  const left = bytes.size - offset
  if (left === 128 && text(head, 0, 3) === 'TAG') return true
  if (head.length < 32 || text(head, 0, 8) !== 'APETAGEX') return false
  const next = offset + 32 + head.readUInt32LE(12)
  return next === bytes.size || (next < bytes.size && (await hasOnlyTagsLeft(bytes, next)))
}

const windowBytes = 64 * 1024

/** Reads a file through a fixed window, so that validating a large file needs no more memory than a small one. */
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
   * The bytes at an offset, valid until the next call.
   * @param length at most 64 KB
   * @throws {DomainError} if the file ends before: it was cut off
   */
  async read(offset: number, length: number): Promise<Buffer> {
    if (offset + length > this.size) throw notAudio('the file ends too early')
    if (offset < this.#start || offset + length > this.#end) await this.#moveTo(offset, length)
    return this.#buffer.subarray(offset - this.#start, offset - this.#start + length)
  }

  /** As many bytes as are left, up to `length`. */
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
