import { Readable } from 'node:stream'
import { DomainError } from '@rehearse/contracts/errors'
import type { FastifyReply } from 'fastify'
import type { TokenVerifier } from '../auth/auth.ts'
import type { App } from '../service.ts'

/** Bytes that may be buffered for a reader; a slower one is disconnected and reconnects when it can. */
const largestBacklog = 64 * 1024

/** Server-sent events for one reader, as specified by the HTML standard. Send it with `sendStream`. */
export class EventStream extends Readable {
  /** Set once the stream is ended; buffered messages may still be unread. */
  #isEnded = false

  constructor() {
    super({ read: () => {} })
  }

  /** @param id a reconnecting reader sends it as `Last-Event-ID` */
  message(event: string, data: object, id?: number): void {
    const position = id === undefined ? '' : `id: ${id}\n`
    this.#write(`${position}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  /** Sends a comment that shows the reader and every proxy in between that the connection is alive. */
  beat(): void {
    this.#write(':\n\n')
  }

  /** Sends the time to wait before reconnecting. */
  greet(milliseconds: number): void {
    this.#write(`retry: ${milliseconds}\n\n`)
  }

  end(): void {
    this.#isEnded = true
    this.push(null)
  }

  #write(text: string): void {
    if (this.readableLength > largestBacklog) this.destroy()
    else if (!this.destroyed && !this.#isEnded) this.push(text)
  }
}

export const sendStream = (reply: FastifyReply, stream: EventStream): FastifyReply =>
  reply
    .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
    .type('text/event-stream')
    .send(stream)

/** Open connections per caller: enough for tabs and devices, too few to exhaust the process. */
const perCaller = 20
/** Milliseconds after which a disconnected reader reconnects. */
const comeBackAfter = 1_000
/** Milliseconds between heartbeats; shorter than the idle timeouts of proxies. */
const heartbeat = 15_000
/** Milliseconds until an ended session is detected. */
const recheck = 1_000

/**
 * The open streams of this process, by caller. They get heartbeats, and end with their sessions. When the process ends
 * they all end, and their readers reconnect to another replica.
 */
export class OpenStreams<Stream extends EventStream = EventStream> {
  readonly #verifier: Pick<TokenVerifier, 'verify' | 'recall'>
  /** Each caller's streams, with the token of each. */
  readonly #byCaller = new Map<string, Map<Stream, string>>()

  constructor(app: App, verifier: Pick<TokenVerifier, 'verify' | 'recall'>) {
    this.#verifier = verifier
    const beating = setInterval(() => {
      for (const stream of this.all()) stream.beat()
    }, heartbeat)
    const checking = setInterval(() => void this.#endRevoked(), recheck)
    app.addHook('preClose', async () => {
      clearInterval(beating)
      clearInterval(checking)
      for (const stream of this.all()) stream.end()
    })
  }

  get isEmpty(): boolean {
    return this.#byCaller.size === 0
  }

  all(): Stream[] {
    return [...this.#byCaller.keys()].flatMap((id) => this.of(id))
  }

  of(callerId: string): Stream[] {
    return [...(this.#byCaller.get(callerId)?.keys() ?? [])]
  }

  /** @throws {DomainError} too-many, `too_many_streams` */
  open(caller: { id: string; token: string }, stream: Stream): Stream {
    const own = this.#byCaller.get(caller.id) ?? new Map<Stream, string>()
    if (own.size >= perCaller) throw tooManyStreams()
    this.#byCaller.set(caller.id, own.set(stream, caller.token))
    stream.once('close', () => {
      own.delete(stream)
      if (own.size === 0) this.#byCaller.delete(caller.id)
    })
    stream.greet(comeBackAfter)
    return stream
  }

  /** Ends the streams of revoked sessions. */
  async #endRevoked(): Promise<void> {
    for (const [stream, token] of [...this.#byCaller.values()].flatMap((own) => [...own])) {
      // Nearly all tokens are cached: thousands are checked within a millisecond.
      if (this.#verifier.recall(token) !== null) continue
      try {
        await this.#verifier.verify(token)
      } catch (error) {
        if (error instanceof DomainError && error.kind === 'unauthenticated') stream.end()
      }
    }
  }
}

const tooManyStreams = () =>
  new DomainError({
    kind: 'too-many',
    code: 'too_many_streams',
    message: 'Too many requests, please try again later',
    retryAfterSeconds: 10,
  })
