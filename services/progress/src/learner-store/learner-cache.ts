import type { AnswerSubmittedData } from '@rehearse/contracts'
import type { StreamHead } from '@rehearse/event-store'
import { answerSubmittedType } from '../learner/events.ts'
import type { Learner } from '../learner/state.ts'
import type { LearnerWrite } from './commit-learners.ts'

/** One learner's record of one question. */
export interface AnsweredQuestion {
  attempts: number
}

/** A learner as last read or written by a group. */
export interface CachedLearner {
  head: StreamHead
  learner: Learner
  /** Some or all of the questions that the learner has answered. */
  answered: Map<string, AnsweredQuestion>
  isAnsweredComplete: boolean
}

/** Milliseconds after which even an active learner is read again: an erased key stays cached no longer than this. */
const timeToLive = 60_000
/** How long (ms) to bypass the cache after a version conflict showed that a learner is also active on another replica. */
const bypassedFor = 5_000
const learnersMax = 5_000
const questionsMax = 1_000

/**
 * Learners who have just answered, so that their next answer needs no read. An entry is valid as long as the append
 * finds the learner's stream and the read models' generation unchanged. When another replica or another command has
 * written meanwhile, the entry is dropped and read again.
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

  /** @param answered all questions that the learner has answered; undefined if there are too many */
  set(
    learnerId: string,
    read: Pick<CachedLearner, 'head' | 'learner'>,
    answered?: Map<string, AnsweredQuestion>,
  ): CachedLearner {
    if (this.#entries.size >= learnersMax) this.#entries.clear()
    const entry = {
      ...read,
      answered: answered ?? new Map<string, AnsweredQuestion>(),
      isAnsweredComplete: answered !== undefined,
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
   * Called after a conflict with another replica. While replicas share a learner's answers, conflicts recur and each
   * one writes a group twice, so reading is cheaper for a while.
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
