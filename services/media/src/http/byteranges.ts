import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { type ByteRange, contentRange } from './ranges.ts'

interface Source {
  mimeType: string
  size: number
  read(range: ByteRange): Promise<Readable>
}

/** Several parts as one body (RFC 9110, 14.6): its length and type are known before anything is read. */
export function multipartBody(ranges: readonly ByteRange[], { mimeType, size, read }: Source) {
  const boundary = randomUUID()
  const heads = ranges.map(
    (range) =>
      `\r\n--${boundary}\r\ncontent-type: ${mimeType}\r\ncontent-range: ${contentRange(range, size)}\r\n\r\n`,
  )
  const tail = `\r\n--${boundary}--\r\n`
  const lengths = ranges.map(({ start, end }) => end - start + 1)
  async function* body() {
    for (const [index, range] of ranges.entries()) {
      yield Buffer.from(heads[index] ?? '')
      yield* await read(range)
    }
    yield Buffer.from(tail)
  }
  return {
    contentType: `multipart/byteranges; boundary=${boundary}`,
    contentLength: lengths.reduce((sum, length) => sum + length, heads.join('').length + tail.length),
    open: () => Readable.from(body(), { objectMode: false }),
  }
}
