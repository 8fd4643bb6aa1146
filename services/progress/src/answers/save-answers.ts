import type { AnswerSubmittedData } from '@rehearse/contracts'
import { DomainError } from '@rehearse/contracts/errors'
import type { EventMetadata } from '@rehearse/event-store'
import { GroupCommit, isUnavailable } from '@rehearse/service-kit'
import type { Badge } from '../learner/badges.ts'
import type { AnswerKey } from '../learner/grading.ts'
import type { LearnerState } from '../learner/state.ts'
import {
  type Answering,
  answering,
  type ClientNames,
  type SubmitAnswer,
  withinNames,
} from '../learner/submit-answer.ts'
import {
  answerEventId,
  type LearnerWrite,
  requireNotErased,
  retryLostRace,
  withDerivedEvents,
} from '../learner-store/commit-learners.ts'
import type { FetchQuestion } from '../question-copies/find-question.ts'
import type { KeyRequest } from '../question-copies/question-repository.ts'

/** An answer as received: a command without the answer key that grades it. */
export type NewAnswer = Omit<SubmitAnswer, 'key'> & {
  questionId: string
  questionVersion: number | undefined
  metadata: EventMetadata
}

/** The answer key that grades an answer. */
export const keyRequestOf = ({ questionId, questionVersion }: NewAnswer): KeyRequest => ({
  questionId,
  version: questionVersion,
})

/** An answer in the log, recorded now or earlier. */
export interface SavedAnswer {
  progressId: string
  answer: AnswerSubmittedData
  key: AnswerKey
  /** The learner's state after the answer. */
  state: LearnerState
  /** Badges that the answer earned when it was first recorded. */
  newBadges: readonly EarnedBadge[]
}

/** An earned badge as in the response. */
export type EarnedBadge = Omit<Badge, 'rule'>

/** The data needed to decide a batch, loaded for all its answers at once. The maps are by learner id. */
export interface AnsweringContext {
  /** In the order of the answers; undefined if the question, or that version of it, is unknown. */
  keys: readonly (AnswerKey | undefined)[]
  badges: readonly Badge[]
  /** Nothing to append yet. */
  learners: ReadonlyMap<string, LearnerWrite>
  answering: ReadonlyMap<string, Answering>
  /** Only of learners with an answer that names a section or path that isn't its question's. */
  names: ReadonlyMap<string, ClientNames>
  /** Badges that answers recorded earlier have earned, by the answer's event id. */
  earned: ReadonlyMap<string, readonly EarnedBadge[]>
}

/** Loads the data for decisions and commits the results. */
export interface AnswerStore {
  /**
   * Cached data may be stale, which `commit` detects, and doesn't include which answers are already recorded. With
   * `fresh`, everything comes from the database.
   */
  load(answers: readonly NewAnswer[], options: { fresh: boolean }): Promise<AnsweringContext>
  /**
   * Appends in one transaction; the read models follow the log.
   * @throws {DomainError} conflict, `expected_version_mismatch`, if a learner or an answer has changed since it was
   *   loaded
   */
  commit(writes: readonly LearnerWrite[]): Promise<void>
}

/**
 * Records a batch of answers of any learners in one transaction. Answers of one learner are recorded in order. An
 * answer that was recorded before returns its first result. A rejected answer returns its error and affects no
 * others.
 *
 * The first attempt treats every answer as new, as nearly all are; the log rejects duplicates.
 */
export async function saveAnswers(
  store: AnswerStore,
  answers: readonly NewAnswer[],
): Promise<(SavedAnswer | DomainError)[]> {
  const decide = async (fresh: boolean) => decideBatch(answers, await store.load(answers, { fresh }))
  let fresh = false
  return retryLostRace(async () => {
    let decided = await decide(fresh)
    // A rejected answer may have been recorded before.
    if (!fresh && decided.saved.some(isRefused)) decided = await decide(true)
    fresh = true
    await store.commit(decided.writes)
    return decided.saved
  })
}

const isRefused = (saved: SavedAnswer | DomainError): saved is DomainError => saved instanceof DomainError

interface Decided {
  /** In the order of the answers. */
  saved: (SavedAnswer | DomainError)[]
  writes: LearnerWrite[]
}

function decideBatch(answers: readonly NewAnswer[], context: AnsweringContext): Decided {
  const learners = new Map(context.learners)
  const names = new Map(context.names)
  const group = {
    ...context,
    learners,
    answering: new Map(context.answering),
    earned: new Map(context.earned),
  }
  const saved = answers.map((answer, index) => {
    const { learnerId } = answer
    try {
      requireNotErased(loaded(learners, learnerId).head)
      const key = context.keys[index]
      if (key === undefined) throw unknownQuestion(answer)
      const known = names.get(learnerId)
      const named = known && withinNames(answer, key, known)
      const saved = decideOne(group, { ...(named?.answer ?? answer), key }, answer.metadata)
      if (named !== undefined) names.set(learnerId, named.names)
      return saved
    } catch (error) {
      if (error instanceof DomainError) return error
      throw error
    }
  })
  return { saved, writes: [...learners.values()] }
}

function loaded<Value>(byLearner: ReadonlyMap<string, Value>, learnerId: string): Value {
  const value = byLearner.get(learnerId)
  if (value === undefined) throw new Error('an answer of a learner who was not loaded')
  return value
}

interface Group {
  badges: readonly Badge[]
  learners: Map<string, LearnerWrite>
  answering: Map<string, Answering>
  earned: Map<string, readonly EarnedBadge[]>
}

/** Applies one answer to its learner in the group. */
function decideOne(
  { badges, learners, answering: states, earned }: Group,
  command: SubmitAnswer,
  metadata: EventMetadata,
): SavedAnswer {
  const { learnerId, answerId, key } = command
  const eventId = answerEventId(learnerId, answerId)
  const write = loaded(learners, learnerId)
  const before = loaded(states, learnerId)
  const decided = answering.decide(command, before)
  const { learner, events } = withDerivedEvents(
    write.learner,
    decided.map((event) => ({ ...event, eventId })),
    { badges, at: command.receivedAt, metadata },
  )
  const after = decided.reduce(answering.evolve, before)
  learners.set(learnerId, { ...write, learner, events: [...write.events, ...events] })
  states.set(learnerId, after)
  const answer = after.recorded.get(answerId)
  if (answer === undefined) throw new Error('an answer was neither recorded nor rejected')
  if (learner.badges !== write.learner.badges) {
    const isNew = ({ badgeId }: Badge) => learner.badges.has(badgeId) && !write.learner.badges.has(badgeId)
    earned.set(eventId, badges.filter(isNew))
  }
  return { progressId: eventId, answer, key, state: learner.state, newBadges: earned.get(eventId) ?? [] }
}

function unknownQuestion(answer: NewAnswer): DomainError {
  return new DomainError({
    kind: 'not-found',
    code: 'question_not_found',
    message: 'Question not found',
    details: [{ path: 'questionId', message: `no question ${answer.questionId} with that version` }],
  })
}

/** @param inBatch whether the answer came in a batch: single answers are committed first */
export type RecordAnswer = (answer: NewAnswer, inBatch?: boolean) => Promise<SavedAnswer>

/** Limit on queued single answers, and separately on queued batch answers; beyond it the service returns 503. */
const maxPending = 5_000
const maxBatch = 500
/** Batch answers per transaction, so that a single answer never waits long. */
const maxBulk = 50

interface AnswerRecording {
  store: AnswerStore
  /** Fetches a question that is answered before the event that publishes it has arrived here. */
  fetchQuestion: FetchQuestion
  /** Called with the number of answers in each commit. */
  onBatch?: (size: number) => void
}

/** Queues answers and commits them in groups: see GroupCommit. */
export function answerRecorder({ store, fetchQuestion, onBatch = () => {} }: AnswerRecording): RecordAnswer {
  const lane = new GroupCommit<NewAnswer, SavedAnswer | DomainError>({
    maxBatch,
    maxBulk,
    isFatal: isUnavailable,
    commit: (answers) => saveAnswers(store, answers),
    onBatch,
  })
  return async (answer, inBatch = false) => {
    if ((inBatch ? lane.bulkPending : lane.pending) >= maxPending) throw overloaded()
    const bulkOf = inBatch ? answer.learnerId : undefined
    let recorded = await lane.add(answer, bulkOf)
    if (isUnknownQuestion(recorded) && (await fetchQuestion(keyRequestOf(answer))))
      recorded = await lane.add(answer, bulkOf)
    if (recorded instanceof DomainError) throw recorded
    return recorded
  }
}

const isUnknownQuestion = (recorded: SavedAnswer | DomainError) =>
  recorded instanceof DomainError && recorded.code === 'question_not_found'

function overloaded(): DomainError {
  return new DomainError({
    kind: 'unavailable',
    code: 'overloaded',
    message: 'Temporarily unavailable, please try again',
    retryAfterSeconds: 1,
  })
}
