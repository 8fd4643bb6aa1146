import type { AnswerSubmittedData } from '@rehearse/contracts'
import type { StreamHead } from '@rehearse/event-store'
import { answerSubmittedType } from '../learner/events.ts'
import type { Learner } from '../learner/state.ts'
import type { LearnerWrite } from './commit-learners.ts'

/** What one learner has made of one question. */
export interface AnsweredQuestion {
  attempts: number
  isSolved: boolean
}

/** A learner as a group has read them, or left them. */
export interface CachedLearner {
  head: StreamHead
  learner: Learner
  /** Of some of the questions that they have answered. */
  answered: Map<string, AnsweredQuestion>
}

/** Milliseconds after which a learner is read anew, whatever they do: so long at most does a key outlive its erasure. */
const timeToLive = 60_000
/** Milliseconds for which everybody is read after somebody was found to answer elsewhere as well. */
const bypassedFor = 5_000
const learnersMax = 5_000
const questionsMax = 1_000

/**
 * Learners who have just answered, so that whoever answers again need not be read again. All that is kept of one follows
 * from their stream and the read models' generation. So it holds as long as the append finds these unchanged; when it
 * doesn't, because another replica or another command was there, they are forgotten and read.
 */
export class LearnerCache {
  readonly #entries = new Map<string, CachedLearner & { until: number }>()
  #sweepTimer: NodeJS.Timeout | undefined
  #bypassedUntil = 0

  get size(): number {
    return this.#entries.size
  }

  get(learnerId: string): CachedLearner | undefined {
    const kept = this.#entries.get(learnerId)
    const now = performance.now()
    return kept !== undefined && kept.until > now && this.#bypassedUntil <= now ? kept : undefined
  }

  set(learnerId: string, read: Pick<CachedLearner, 'head' | 'learner'>): CachedLearner {
    if (this.#entries.size >= learnersMax) this.#entries.clear()
    const kept = { ...read, answered: new Map(), until: performance.now() + timeToLive }
    // Anew at the end of the order, so that the first one is the oldest.
    this.#entries.delete(learnerId)
    this.#entries.set(learnerId, kept)
    this.#sweepTimer ??= setTimeout(() => this.#sweep(), timeToLive).unref()
    return kept
  }

  forget(learnerIds: Iterable<string>): void {
    for (const id of learnerIds) this.#entries.delete(id)
  }

  /**
   * Somebody at hand has answered elsewhere. Where replicas share the answers of a learner this happens all the time, and
   * a group that finds out too late is written twice: for a while it is cheaper to read.
   */
  bypass(): void {
    this.#bypassedUntil = performance.now() + bypassedFor
  }

  /** Takes one further whose facts are in the log now. */
  advance({ head, learner, events }: LearnerWrite): void {
    const kept = this.#entries.get(learner.learnerId)
    if (kept === undefined || events.length === 0) return
    if (kept.head.version !== head.version || head.wrappedKey === null || kept.answered.size > questionsMax) {
      this.#entries.delete(learner.learnerId)
      return
    }
    kept.head = { ...head, version: head.version + events.length }
    kept.learner = { ...learner, days: null, unsolved: new Map() }
    for (const { type, data } of events) {
      if (type !== answerSubmittedType) continue
      const { questionId, attempt, isCorrect } = data as AnswerSubmittedData
      const before = kept.answered.get(questionId)
      kept.answered.set(questionId, { attempts: attempt, isSolved: isCorrect || before?.isSolved === true })
    }
  }

  /** Forgets those whose time is over, and comes back for the next. */
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
