import { type AdminTopic, adminChangeEvent, DomainError, streamAdminChanges } from '@rehearse/contracts'
import {
  type App,
  EventStream,
  type Nats,
  principalOf,
  serve,
  type TokenVerifier,
} from '@rehearse/service-kit'
import { ownRoute } from '../routes.ts'
import { followChanges } from './change-feed.ts'
import { topicOfCall } from './topics.ts'

/** Milliseconds; shorter than the idle timeout of proxies. */
const heartbeat = 15_000
/** Milliseconds until the end of a session is noticed. */
const recheck = 1_000

/** GET /api/admin/stream, and its sources. */
export function installAdminStream(
  app: App,
  { nats, verifier }: { nats: Nats; verifier: Pick<TokenVerifier, 'verify' | 'recall'> },
): void {
  const streams = new AdminStreams(verifier)
  const feed = followChanges(nats, (topics) => streams.tell(topics), app.log)

  app.addHook('onResponse', (request, reply, done) => {
    const written = request.routeOptions.config?.row
    const topic = written === undefined || reply.statusCode >= 400 ? undefined : topicOfCall(written)
    if (topic !== undefined) {
      streams.tell([topic])
      feed.share(topic)
    }
    done()
  })

  serve(
    app,
    streamAdminChanges,
    { ...ownRoute(streamAdminChanges), exposeHeadRoute: false },
    async (request, reply) => {
      const stream = streams.open({ id: principalOf(request).id, token: request.token ?? '' })
      return (
        reply
          .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
          .type('text/event-stream')
          // The schema describes the data of one message; the response is a stream of them.
          .send(stream as never)
      )
    },
  )

  const beating = setInterval(() => streams.beat(), heartbeat)
  const checking = setInterval(() => void streams.endRevoked(), recheck)
  app.addHook('preClose', async () => {
    clearInterval(beating)
    clearInterval(checking)
    feed.stop()
    streams.endAll()
  })
}

/** Open connections per admin: enough for several browsers and devices, without exhausting the process. */
const perAdmin = 20
/** Milliseconds after which a disconnected reader reconnects. */
const comeBackAfter = 1_000
/** Milliseconds in which changes are combined into one message: under load each includes thousands of answers. */
const gathering = 300

interface Reader {
  adminId: string
  token: string
  stream: EventStream
}

/** All admins connected to this gateway. They learn what kind of thing changed, but not its content. */
class AdminStreams {
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

  /**
   * Ends the streams of sessions that have ended, since authorization is otherwise checked only when a stream opens.
   */
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
