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
export interface LearnerAtHand {
  head: StreamHead
  learner: Learner
  /** Of some of the questions that they have answered. */
  answered: Map<string, AnsweredQuestion>
}

/** Milliseconds after which a learner is read anew, whatever they do: so long at most does a key outlive its erasure. */
const keptFor = 60_000
/** Milliseconds for which everybody is read after somebody was found to answer elsewhere as well. */
const mistrustedFor = 5_000
const learnersMax = 5_000
const questionsMax = 1_000

/**
 * Learners who have just answered, so that whoever answers again need not be read again. All that is kept of one follows
 * from their stream and the read models' generation. So it holds as long as the append finds these unchanged; when it
 * doesn't, because another replica or another command was there, they are forgotten and read.
 */
export class LearnersAtHand {
  readonly #kept = new Map<string, LearnerAtHand & { until: number }>()
  #sweeping: NodeJS.Timeout | undefined
  #mistrustedUntil = 0

  get size(): number {
    return this.#kept.size
  }

  get(learnerId: string): LearnerAtHand | undefined {
    const kept = this.#kept.get(learnerId)
    const now = performance.now()
    return kept !== undefined && kept.until > now && this.#mistrustedUntil <= now ? kept : undefined
  }

  keep(learnerId: string, read: Pick<LearnerAtHand, 'head' | 'learner'>): LearnerAtHand {
    if (this.#kept.size >= learnersMax) this.#kept.clear()
    const kept = { ...read, answered: new Map(), until: performance.now() + keptFor }
    // Anew at the end of the order, so that the first one is the oldest.
    this.#kept.delete(learnerId)
    this.#kept.set(learnerId, kept)
    this.#sweeping ??= setTimeout(() => this.#sweep(), keptFor).unref()
    return kept
  }

  forget(learnerIds: Iterable<string>): void {
    for (const id of learnerIds) this.#kept.delete(id)
  }

  /**
   * Somebody at hand has answered elsewhere. Where replicas share the answers of a learner this happens all the time, and
   * a group that finds out too late is written twice: for a while it is cheaper to read.
   */
  mistrust(): void {
    this.#mistrustedUntil = performance.now() + mistrustedFor
  }

  /** Takes one further whose facts are in the log now. */
  advance({ head, learner, events }: LearnerWrite): void {
    const kept = this.#kept.get(learner.learnerId)
    if (kept === undefined || events.length === 0) return
    if (kept.head.version !== head.version || head.wrappedKey === null || kept.answered.size > questionsMax) {
      this.#kept.delete(learner.learnerId)
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
    this.#sweeping = undefined
    for (const [id, { until }] of this.#kept) {
      if (until > performance.now()) {
        this.#sweeping = setTimeout(() => this.#sweep(), until - performance.now()).unref()
        return
      }
      this.#kept.delete(id)
    }
  }
}
