import { type ProgressChange, progressChangeEvent, streamProgress } from '@rehearse/contracts'
import { eventLogChannel } from '@rehearse/event-store'
import {
  type Backend,
  bearerToken,
  EventStream,
  OpenStreams,
  pollOnNotification,
  principalOf,
  sendStream,
  serve,
} from '@rehearse/service-kit'
import type { ReadModels } from '../read-models/follow-log.ts'
import type { Db, ProgressTables } from '../tables.ts'
import { readEventsSince, readHead, readRecentEvents, readSummaries } from './queries.ts'

type ReachesLearners = Pick<ReadModels, 'reach' | 'reachEnd'>

/** GET /api/progress/stream, and the poll that feeds it. */
export function liveRoutes(
  { app, database, verifier }: Backend<ProgressTables>,
  databaseUrl: string,
  readModels: ReachesLearners,
): void {
  const streams = new LiveStreams(database.db, new OpenStreams(app, verifier), readModels)
  serve(app, streamProgress, async (request, reply) => {
    const learner = { id: principalOf(request).id, token: bearerToken(request) ?? '' }
    const stream = await streams.open(learner, request.headers['last-event-id'] ?? null)
    // The schema describes the data of one message; the response is a stream of messages.
    return sendStream(reply, stream) as never
  })

  const following = pollOnNotification(
    { databaseUrl, name: 'progress-live', channel: eventLogChannel, log: app.log },
    () => streams.look(),
  )
  app.addHook('preClose', () => following.stop())
}

/** One open connection of a learner. A disconnected client resumes where it stopped. */
class LiveStream extends EventStream {
  readonly learnerId: string
  /** The last position sent; -1 for a new client. */
  position: number
  /** Whether it is still being sent what it missed. */
  isCatchingUp = true
  /** Whether new events arrived while it was catching up. */
  isBehind = false

  constructor(learnerId: string, position: number) {
    super()
    this.learnerId = learnerId
    this.position = position
  }

  /** @param position in the log, from which the client can resume */
  send(position: number, change: ProgressChange): void {
    if (position <= this.position) return
    this.position = position
    this.message(progressChangeEvent, change, position)
  }
}

/**
 * All open streams of this process. The log is read once for all of them, and only while learners are connected.
 *
 * No message is lost or reordered: a stream is registered before its past is read, positions only rise, and each
 * message holds the current state, so a repeated message is harmless.
 */
class LiveStreams {
  readonly #db: Db
  readonly #open: OpenStreams<LiveStream>
  readonly #readModels: ReachesLearners
  /** The position that has been sent to all streams; null while there are none. */
  #position: number | null = null

  constructor(db: Db, open: OpenStreams<LiveStream>, readModels: ReachesLearners) {
    this.#db = db
    this.#open = open
    this.#readModels = readModels
  }

  /**
   * Opens a stream that starts with the learner's current state, or with what they missed.
   * @param lastPosition of the last message that the client received; null for a new client
   * @throws {DomainError} too-many, `too_many_streams`
   */
  async open(learner: { id: string; token: string }, lastPosition: number | null): Promise<LiveStream> {
    const stream = this.#open.open(learner, new LiveStream(learner.id, lastPosition ?? -1))
    try {
      await this.#catchUp(stream)
      return stream
    } catch (error) {
      stream.destroy()
      throw error
    }
  }

  /** Sends each stream the changes since the last poll. */
  async look(): Promise<void> {
    if (this.#open.isEmpty) this.#position = null
    // The first stream sets the start position and reads the events before it.
    if (this.#position === null) return
    const { upTo, eventTypesByLearner } = await readEventsSince(this.#db, this.#position)
    const concerned = [...eventTypesByLearner.keys()].filter(
      (learnerId) => this.#open.of(learnerId).length > 0,
    )
    if (concerned.length > 0) {
      await this.#readModels.reachEnd()
      const summaries = await readSummaries(this.#db, concerned, new Date())
      for (const [learnerId, progress] of summaries) {
        const recentEvents = eventTypesByLearner.get(learnerId) ?? []
        for (const stream of this.#open.of(learnerId)) {
          if (stream.isCatchingUp) stream.isBehind = true
          else stream.send(upTo, { progress, happened: recentEvents })
        }
      }
    }
    this.#position = upTo
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
      const recentEvents = await readRecentEvents(this.#db, learnerId, { after, upTo })
      if (recentEvents.length === 0 && stream.position >= 0) continue
      await this.#readModels.reach(learnerId)
      const progress = (await readSummaries(this.#db, [learnerId], new Date())).get(learnerId)
      if (progress) stream.send(upTo, { progress, happened: recentEvents })
    } while (stream.isBehind)
    stream.isCatchingUp = false
  }
}
