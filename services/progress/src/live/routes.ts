import { DomainError, type ProgressChange, progressChangeEvent, streamProgress } from '@rehearse/contracts'
import { eventLogChannel } from '@rehearse/event-store'
import {
  type Backend,
  bearerToken,
  EventStream,
  lookOnNotification,
  principalOf,
  serve,
  type TokenVerifier,
} from '@rehearse/service-kit'
import type { ReadModels } from '../read-models/follow-log.ts'
import type { Db, ProgressTables } from '../tables.ts'
import { readHappenings, readHead, readNews, readSummaries } from './queries.ts'

/** Milliseconds between heartbeats; shorter than the idle timeouts of proxies. */
const heartbeat = 15_000
/** Milliseconds until an ended session is detected. */
const recheck = 1_000

type ReachesLearners = Pick<ReadModels, 'reach' | 'reachEnd'>

/** GET /api/progress/stream, and the poll that feeds it. */
export function liveRoutes(
  { app, database, verifier }: Backend<ProgressTables>,
  databaseUrl: string,
  readModels: ReachesLearners,
): void {
  const streams = new LiveStreams(database.db, verifier, readModels)
  serve(app, streamProgress, async (request, reply) => {
    const learner = { id: principalOf(request).id, token: bearerToken(request) ?? '' }
    const stream = await streams.open(learner, request.headers['last-event-id'] ?? null)
    return (
      reply
        .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
        .type('text/event-stream')
        // The schema describes the data of one message; the response is a stream of messages.
        .send(stream as never)
    )
  })

  const beating = setInterval(() => streams.beat(), heartbeat)
  const checking = setInterval(() => void streams.endRevoked(), recheck)
  const following = lookOnNotification(
    { databaseUrl, name: 'progress-live', channel: eventLogChannel, log: app.log },
    () => streams.look(),
  )
  app.addHook('preClose', async () => {
    streams.endAll()
    clearInterval(beating)
    clearInterval(checking)
    await following.stop()
  })
}

/** One open connection of a learner. A disconnected client resumes where it stopped. */
class LiveStream extends EventStream {
  readonly learnerId: string
  readonly token: string
  /** The last position sent; -1 for a new client. */
  position: number
  /** Whether it is still being sent what it missed. */
  isCatchingUp = true
  /** Whether new events arrived while it was catching up. */
  isBehind = false

  constructor({ learnerId, token, position }: { learnerId: string; token: string; position: number }) {
    super()
    this.learnerId = learnerId
    this.token = token
    this.position = position
  }

  /** @param position in the log, from which the client can resume */
  tell(position: number, change: ProgressChange): void {
    if (position <= this.position) return
    this.position = position
    this.message(progressChangeEvent, change, position)
  }
}

/** Open connections per learner: enough for tabs and devices, too few to exhaust the process. */
const perLearner = 20
/** Milliseconds after which a disconnected client reconnects. */
const comeBackAfter = 1_000

/**
 * All open streams of this process. The log is read once for all of them, and only while learners are connected.
 *
 * No message is lost or reordered: a stream is registered before its past is read, positions only rise, and each
 * message holds the current state, so a repeated message is harmless.
 */
class LiveStreams {
  readonly #db: Db
  readonly #verifier: Pick<TokenVerifier, 'verify' | 'recall'>
  readonly #readModels: ReachesLearners
  readonly #open = new Map<string, Set<LiveStream>>()
  /** The position that has been sent to all streams; null while there are none. */
  #position: number | null = null

  constructor(db: Db, verifier: Pick<TokenVerifier, 'verify' | 'recall'>, readModels: ReachesLearners) {
    this.#db = db
    this.#verifier = verifier
    this.#readModels = readModels
  }

  get size(): number {
    let size = 0
    for (const streams of this.#open.values()) size += streams.size
    return size
  }

  /**
   * Opens a stream that starts with the learner's current state, or with what they missed.
   * @param lastPosition of the last message that the client received; null for a new client
   * @throws {DomainError} too-many, `too_many_streams`
   */
  async open(learner: { id: string; token: string }, lastPosition: number | null): Promise<LiveStream> {
    const streams = this.#open.get(learner.id) ?? new Set()
    if (streams.size >= perLearner) throw tooManyStreams()
    const stream = new LiveStream({
      learnerId: learner.id,
      token: learner.token,
      position: lastPosition ?? -1,
    })
    this.#open.set(learner.id, streams.add(stream))
    stream.once('close', () => {
      streams.delete(stream)
      if (streams.size === 0) this.#open.delete(learner.id)
    })
    try {
      stream.greet(comeBackAfter)
      await this.#catchUp(stream)
      return stream
    } catch (error) {
      stream.destroy()
      throw error
    }
  }

  /** Sends each stream the changes since the last poll. */
  async look(): Promise<void> {
    if (this.#open.size === 0) this.#position = null
    // The first stream sets the start position and reads the events before it.
    if (this.#position === null) return
    const { upTo, happenings } = await readNews(this.#db, this.#position)
    const concerned = [...happenings.keys()].filter((learnerId) => this.#open.has(learnerId))
    if (concerned.length > 0) {
      await this.#readModels.reachEnd()
      const summaries = await readSummaries(this.#db, concerned, new Date())
      for (const [learnerId, progress] of summaries) {
        const happened = happenings.get(learnerId) ?? []
        for (const stream of this.#open.get(learnerId) ?? []) {
          if (stream.isCatchingUp) stream.isBehind = true
          else stream.tell(upTo, { progress, happened })
        }
      }
    }
    this.#position = upTo
  }

  beat(): void {
    for (const stream of this.#all()) stream.beat()
  }

  /** Ends the streams of revoked sessions. */
  async endRevoked(): Promise<void> {
    for (const stream of this.#all()) {
      // Nearly all tokens are cached: thousands are checked within a millisecond.
      if (this.#verifier.recall(stream.token) !== null) continue
      try {
        await this.#verifier.verify(stream.token)
      } catch (error) {
        if (error instanceof DomainError && error.kind === 'unauthenticated') stream.end()
      }
    }
  }

  /** Ends all streams: clients reconnect, to this replica or another. */
  endAll(): void {
    for (const stream of this.#all()) stream.end()
  }

  /** Repeats if there are more changes meanwhile: missed ones are sent in order, before new ones. */
  async #catchUp(stream: LiveStream): Promise<void> {
    if (this.#position === null) {
      const head = await readHead(this.#db)
      this.#position ??= head
    }
    do {
      stream.isBehind = false
      const upTo = await readHead(this.#db)
      // The log was restored from a backup and ends before the client's position, so the client starts again.
      if (stream.position > upTo) stream.position = -1
      const after = stream.position < 0 ? upTo : stream.position
      const { learnerId } = stream
      const happened = await readHappenings(this.#db, learnerId, { after, upTo })
      if (happened.length === 0 && stream.position >= 0) continue
      await this.#readModels.reach(learnerId)
      const progress = (await readSummaries(this.#db, [learnerId], new Date())).get(learnerId)
      if (progress) stream.tell(upTo, { progress, happened })
    } while (stream.isBehind)
    stream.isCatchingUp = false
  }

  #all(): LiveStream[] {
    return [...this.#open.values()].flatMap((streams) => [...streams])
  }
}

const tooManyStreams = () =>
  new DomainError({
    kind: 'too-many',
    code: 'too_many_streams',
    message: 'Too many requests, please try again later',
    retryAfterSeconds: 10,
  })
