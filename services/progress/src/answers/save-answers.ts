import type { AnswerSubmittedData } from '@rehearse/contracts'
import { DomainError } from '@rehearse/contracts/errors'
import type { EventMetadata, NewEvent, StreamHead } from '@rehearse/event-store'
import { GroupCommit, isUnavailable } from '@rehearse/service-kit'
import type { Badge } from '../learner/badges.ts'
import type { AnswerKey } from '../learner/grading.ts'
import type { Learner, LearnerState } from '../learner/state.ts'
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
  refuseErased,
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

/** The data needed to decide a batch, loaded for all its answers at once. */
export interface AnsweringContext {
  /** In the order of the answers; undefined if the question, or that version of it, is unknown. */
  keys: readonly (AnswerKey | undefined)[]
  learners: ReadonlyMap<string, AnsweringLearner>
  badges: readonly Badge[]
}

export interface AnsweringLearner {
  head: StreamHead
  answering: Answering
  /** Badges earned by answers that were recorded earlier, by answer id. */
  brought: ReadonlyMap<string, readonly EarnedBadge[]>
  learner: Learner
  /** Null if every answer names only the section and path of its question. */
  names: ClientNames | null
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

interface Progress extends AnsweringLearner {
  events: NewEvent[]
  brought: Map<string, readonly EarnedBadge[]>
}

function decideBatch(answers: readonly NewAnswer[], context: AnsweringContext): Decided {
  const progress = new Map<string, Progress>()
  const saved = answers.map((answer, index) => {
    const { learnerId } = answer
    const known = progress.get(learnerId) ?? begin(context, learnerId)
    progress.set(learnerId, known)
    try {
      refuseErased(known.head)
      const key = context.keys[index]
      if (key === undefined) throw unknownQuestion(answer)
      const named = known.names === null ? null : withinNames(answer, key, known.names)
      const saved = decideOne(known, { ...(named?.answer ?? answer), key }, answer.metadata, context.badges)
      known.names = named?.names ?? null
      return saved
    } catch (error) {
      if (error instanceof DomainError) return error
      throw error
    }
  })
  return { saved, writes: [...progress.values()] }
}

function begin({ learners }: AnsweringContext, learnerId: string): Progress {
  const known = learners.get(learnerId)
  if (known === undefined) throw new Error('an answer of a learner who was not loaded')
  return { ...known, events: [], brought: new Map(known.brought) }
}

/** Applies one answer to the learner, in place. */
function decideOne(
  known: Progress,
  command: SubmitAnswer,
  metadata: EventMetadata,
  badges: readonly Badge[],
): SavedAnswer {
  const eventId = answerEventId(command.learnerId, command.answerId)
  const decided = answering.decide(command, known.answering)
  const before = known.learner
  const { learner, events } = withDerivedEvents(
    before,
    decided.map((event) => ({ ...event, eventId })),
    { badges, at: command.receivedAt, metadata },
  )
  known.learner = learner
  known.events.push(...events)
  known.answering = decided.reduce(answering.evolve, known.answering)
  const answer = known.answering.recorded.get(command.answerId)
  if (answer === undefined) throw new Error('an answer was neither recorded nor rejected')
  if (decided.length > 0 && learner.badges !== before.badges) {
    const isNew = ({ badgeId }: Badge) => learner.badges.has(badgeId) && !before.badges.has(badgeId)
    known.brought.set(command.answerId, badges.filter(isNew))
  }
  const newBadges = known.brought.get(command.answerId) ?? []
  return { progressId: eventId, answer, key: command.key, state: learner.state, newBadges }
}

function unknownQuestion(answer: NewAnswer): DomainError {
  return new DomainError({
    kind: 'not-found',
    code: 'question_not_found',
    message: 'Question not found',
    details: [{ path: 'questionId', message: `no question ${answer.questionId} of that version` }],
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
