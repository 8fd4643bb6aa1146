import type { FileHandle } from 'node:fs/promises'
import { strToU8, Zip, ZipDeflate } from 'fflate'

/** Writes a zip archive into a file, as its contents come: no more of it is in memory than one chunk. */
export class ArchiveWriter {
  readonly #zip: Zip
  readonly #target: FileHandle
  #chunks: Uint8Array[] = []
  #fault: Error | null = null
  #open: ZipDeflate | null = null

  constructor(target: FileHandle) {
    this.#target = target
    this.#zip = new Zip((fault, chunk) => {
      if (fault) this.#fault = fault
      else this.#chunks.push(chunk)
    })
  }

  /** Begins a file, after ending the one before. */
  begin(name: string): void {
    this.#open?.push(new Uint8Array(), true)
    this.#open = new ZipDeflate(name, { level: 6 })
    this.#zip.add(this.#open)
  }

  /** Adds to the file that was begun last. */
  async write(content: string | Uint8Array): Promise<void> {
    this.#open?.push(typeof content === 'string' ? strToU8(content) : content)
    await this.#flush()
  }

  async end(): Promise<void> {
    this.#open?.push(new Uint8Array(), true)
    this.#zip.end()
    await this.#flush()
  }

  async #flush(): Promise<void> {
    const chunks = this.#chunks
    this.#chunks = []
    if (this.#fault) throw this.#fault
    for (const chunk of chunks) await this.#target.write(chunk)
  }
}
