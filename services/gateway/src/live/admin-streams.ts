import { type AdminTopic, adminChangeEvent, DomainError } from '@rehearse/contracts'
import { EventStream, type TokenVerifier } from '@rehearse/service-kit'

/** Open connections of one admin: browsers and devices, not a way to fill the process. */
const perAdmin = 20
/** Milliseconds after which a reader whose connection ended comes back. */
const comeBackAfter = 1_000
/** Milliseconds in which changes are gathered into one message: under load thousands of answers arrive in each. */
const gathering = 300

interface Reader {
  adminId: string
  token: string
  stream: EventStream
}

/** All admins who listen at this gateway. They are told what kind of thing has changed, and nothing of it. */
export class AdminStreams {
  readonly #verifier: Pick<TokenVerifier, 'verify' | 'recall'>
  readonly #readers = new Set<Reader>()
  readonly #changed = new Set<AdminTopic>()
  #timer: NodeJS.Timeout | undefined

  constructor(verifier: Pick<TokenVerifier, 'verify' | 'recall'>) {
    this.#verifier = verifier
  }

  /** @throws {DomainError} too-many, `too_many_streams` */
  open(admin: { id: string; token: string }): EventStream {
    const own = [...this.#readers].filter(({ adminId }) => adminId === admin.id)
    if (own.length >= perAdmin) throw tooManyStreams()
    const reader = { adminId: admin.id, token: admin.token, stream: new EventStream() }
    this.#readers.add(reader)
    reader.stream.once('close', () => this.#readers.delete(reader))
    reader.stream.greet(comeBackAfter)
    return reader.stream
  }

  tell(topics: Iterable<AdminTopic>): void {
    if (this.#readers.size === 0) return
    for (const topic of topics) this.#changed.add(topic)
    if (this.#changed.size > 0) this.#timer ??= setTimeout(() => this.#flush(), gathering)
  }

  beat(): void {
    for (const { stream } of this.#readers) stream.beat()
  }

  /** Ends the streams of sessions that have ended: a stream would otherwise outlive its right to be read. */
  async endRevoked(): Promise<void> {
    for (const { token, stream } of this.#readers) {
      if (this.#verifier.recall(token) !== null) continue
      try {
        await this.#verifier.verify(token)
      } catch (error) {
        if (error instanceof DomainError && error.kind === 'unauthenticated') stream.end()
      }
    }
  }

  endAll(): void {
    clearTimeout(this.#timer)
    for (const { stream } of this.#readers) stream.end()
  }

  #flush(): void {
    this.#timer = undefined
    const topics = [...this.#changed]
    this.#changed.clear()
    for (const { stream } of this.#readers) stream.message(adminChangeEvent, { topics })
  }
}

const tooManyStreams = () =>
  new DomainError({
    kind: 'too-many',
    code: 'too_many_streams',
    message: 'Too many requests, please try again later',
    retryAfterSeconds: 10,
  })
