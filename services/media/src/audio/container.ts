import type { ByteWindow } from './byte-window.ts'

/** One of the kinds of file that we take. */
export interface Container {
  mimeType: string
  extension: string
  /** @param head the first bytes behind a tag in front, where there is one */
  recognizes(head: Buffer): boolean
  /**
   * Follows the structure from the first byte to the last, and finds nothing left over and nothing cut off.
   * @param start where the audio begins: behind a tag in front, else 0
   * @returns seconds; null where the file doesn't say
   * @throws {DomainError} unsupported, `invalid_audio`
   */
  measure(bytes: ByteWindow, start: number): Promise<number | null>
}

export const text = (bytes: Buffer, start: number, end: number): string =>
  bytes.toString('latin1', start, end)
