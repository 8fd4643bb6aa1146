import { connect, type Socket } from 'node:net'

export interface RawReply {
  status: number
  head: string
  body: string
}

/** `none`: the connection was closed without a response. `silent`: no response in time. */
export type Answer = RawReply | 'none' | 'silent'

/** A connection that sends raw bytes and parses HTTP/1.1 responses. */
export class RawConnection {
  readonly #socket: Socket
  #received: Buffer = Buffer.alloc(0)
  #isClosed = false
  #onChange = () => {}

  constructor(url: URL) {
    this.#socket = connect(Number(url.port), url.hostname)
    this.#socket.on('data', (bytes: Buffer) => {
      this.#received = Buffer.concat([this.#received, bytes])
      this.#onChange()
    })
    // A reset counts as closed.
    this.#socket.on('error', () => {})
    this.#socket.on('close', () => {
      this.#isClosed = true
      this.#onChange()
    })
  }

  get isOpen(): boolean {
    return !this.#isClosed && this.#socket.writable
  }

  send(bytes: Buffer): void {
    this.#socket.write(bytes)
  }

  /** Half-closes the connection. */
  endSending(): void {
    this.#socket.end()
  }

  close(): void {
    this.#socket.destroy()
  }

  /** The next response. */
  async receive(method: string, timeoutMs: number): Promise<Answer> {
    const deadline = performance.now() + timeoutMs
    for (;;) {
      const read = readReply(this.#received, method, this.#isClosed)
      if (read) {
        this.#received = this.#received.subarray(read.length)
        if (read.reply.status >= 200) return read.reply
        continue
      }
      if (this.#isClosed) return 'none'
      const left = deadline - performance.now()
      if (left <= 0) return 'silent'
      await this.#change(left)
    }
  }

  #change(withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, withinMs)
      this.#onChange = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

/** The first response in these bytes, once it is complete; a live stream is complete with its head. */
function readReply(
  bytes: Buffer,
  method: string,
  isClosed: boolean,
): { reply: RawReply; length: number } | null {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return null
  const head = bytes.toString('latin1', 0, end)
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1] ?? 0)
  const start = end + 4
  const whole = (body: Buffer, length: number) => ({
    reply: { status, head, body: body.toString('utf8') },
    length,
  })
  const isBodiless = method === 'HEAD' || status < 200 || status === 204 || status === 304
  if (isBodiless || /^content-type: text\/event-stream/im.test(head)) return whole(Buffer.alloc(0), start)
  if (/^transfer-encoding: chunked/im.test(head)) {
    const chunks = readChunks(bytes, start)
    return chunks && whole(chunks.body, chunks.end)
  }
  const announced = /^content-length: (\d+)/im.exec(head)?.[1]
  const length = announced === undefined ? (isClosed ? bytes.length - start : null) : Number(announced)
  if (length === null || bytes.length < start + length) return null
  return whole(bytes.subarray(start, start + length), start + length)
}

function readChunks(bytes: Buffer, start: number): { body: Buffer; end: number } | null {
  const chunks: Buffer[] = []
  for (let at = start; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd < 0) return null
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    const next = lineEnd + 2 + size + 2
    if (bytes.length < next) return null
    if (size === 0) return { body: Buffer.concat(chunks), end: next }
    chunks.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = next
  }
}
