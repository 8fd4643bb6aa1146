import type { AnswerSubmittedData } from '@rehearse/contracts'
import type { StreamHead } from '@rehearse/event-store'
import { answerSubmittedType } from '../learner/events.ts'
import type { Learner } from '../learner/state.ts'
import type { LearnerWrite } from './commit-learners.ts'

/** One learner's record of one question. */
export interface AnsweredQuestion {
  attempts: number
}

/** A learner as the last group read or wrote them. */
export interface CachedLearner {
  head: StreamHead
  learner: Learner
  /** For some of the questions that they have answered, or all of them. */
  answered: Map<string, AnsweredQuestion>
  isAnsweredWhole: boolean
}

/** Milliseconds after which a learner is read again, active or not: an erased key stays cached no longer than this. */
const timeToLive = 60_000
/** How long (ms) to bypass the cache after a version conflict showed that a learner is also active on another replica. */
const bypassedFor = 5_000
const learnersMax = 5_000
const questionsMax = 1_000

/**
 * Learners who have just answered, so that the next answer needs no read. An entry follows from the learner's stream and
 * the read models' generation, so it is valid as long as the append finds these unchanged. When it doesn't, because
 * another replica or another command wrote meanwhile, the entry is dropped and read again.
 */
export class LearnerCache {
  readonly #entries = new Map<string, CachedLearner & { until: number }>()
  #sweepTimer: NodeJS.Timeout | undefined
  #bypassedUntil = 0

  get size(): number {
    return this.#entries.size
  }

  get(learnerId: string): CachedLearner | undefined {
    const entry = this.#entries.get(learnerId)
    const now = performance.now()
    return entry !== undefined && entry.until > now && this.#bypassedUntil <= now ? entry : undefined
  }

  /** @param answered all questions that they have answered; undefined where these are too many */
  set(
    learnerId: string,
    read: Pick<CachedLearner, 'head' | 'learner'>,
    answered?: Map<string, AnsweredQuestion>,
  ): CachedLearner {
    if (this.#entries.size >= learnersMax) this.#entries.clear()
    const entry = {
      ...read,
      answered: answered ?? new Map<string, AnsweredQuestion>(),
      isAnsweredWhole: answered !== undefined,
      until: performance.now() + timeToLive,
    }
    // Inserted at the end, so that the first entry is the oldest.
    this.#entries.delete(learnerId)
    this.#entries.set(learnerId, entry)
    this.#sweepTimer ??= setTimeout(() => this.#sweep(), timeToLive).unref()
    return entry
  }

  forget(learnerIds: Iterable<string>): void {
    for (const id of learnerIds) this.#entries.delete(id)
  }

  /**
   * A cached learner has answered on another replica. When replicas share a learner's answers this keeps happening, and a
   * group that conflicts is written twice: for a while reading is cheaper.
   */
  bypass(): void {
    this.#bypassedUntil = performance.now() + bypassedFor
  }

  /** Updates a learner whose events are in the log now. */
  advance({ head, learner, events }: LearnerWrite): void {
    const entry = this.#entries.get(learner.learnerId)
    if (entry === undefined || events.length === 0) return
    if (
      entry.head.version !== head.version ||
      head.wrappedKey === null ||
      entry.answered.size > questionsMax
    ) {
      this.#entries.delete(learner.learnerId)
      return
    }
    entry.head = { ...head, version: head.version + events.length }
    entry.learner = { ...learner, days: null, steps: [] }
    for (const { type, data } of events) {
      if (type !== answerSubmittedType) continue
      const { questionId, attempt } = data as AnswerSubmittedData
      entry.answered.set(questionId, { attempts: attempt })
    }
  }

  /** Drops expired entries and schedules the next sweep. */
  #sweep(): void {
    this.#sweepTimer = undefined
    for (const [id, { until }] of this.#entries) {
      if (until > performance.now()) {
        this.#sweepTimer = setTimeout(() => this.#sweep(), until - performance.now()).unref()
        return
      }
      this.#entries.delete(id)
    }
  }
}
