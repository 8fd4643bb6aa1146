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

/** An answer as it comes in: an order that still lacks the key it is graded by. */
export type NewAnswer = Omit<SubmitAnswer, 'key'> & {
  questionId: string
  questionVersion: number | undefined
  metadata: EventMetadata
}

/** What an answer is graded by. */
export const keyRequestOf = ({ questionId, questionVersion }: NewAnswer): KeyRequest => ({
  questionId,
  version: questionVersion,
})

/** An answer that is in the log, now or since an earlier time it was sent. */
export interface SavedAnswer {
  progressId: string
  answer: AnswerSubmittedData
  key: AnswerKey
  /** Where the learner stands with it. */
  state: LearnerState
  /** Badges that it brought when it was first sent. */
  newBadges: readonly EarnedBadge[]
}

/** A badge as whoever earned it was told. */
export type EarnedBadge = Omit<Badge, 'rule'>

/** What deciding a batch needs to know, loaded for all its answers at once. */
export interface AnsweringContext {
  /** In the order of the answers; undefined where the question, or that version of it, is unknown. */
  keys: readonly (AnswerKey | undefined)[]
  learners: ReadonlyMap<string, AnsweringLearner>
  badges: readonly Badge[]
}

export interface AnsweringLearner {
  head: StreamHead
  answering: Answering
  /** Badges that answers taken before have brought, by answer id. */
  brought: ReadonlyMap<string, readonly EarnedBadge[]>
  learner: Learner
  /** Null where none of these answers brings a name of its own. */
  names: ClientNames | null
}

/** Where answers are kept. */
export interface AnswerStore {
  /**
   * What is at hand may be behind, which `commit` finds out, and doesn't know of answers taken before. Loaded anew,
   * everything is as the log has it.
   */
  load(answers: readonly NewAnswer[], options: { fresh: boolean }): Promise<AnsweringContext>
  /**
   * Appends and folds the read models in one transaction.
   * @throws {DomainError} conflict, `expected_version_mismatch`, when a learner or an answer was not as it was loaded
   */
  commit(writes: readonly LearnerWrite[]): Promise<void>
}

/**
 * Takes a batch of answers of any learners in one transaction. Answers of one learner are taken in their order, and
 * an answer that was taken before gives its first result again. One that is refused gives the error it is refused with,
 * and concerns none of the others.
 *
 * The first try takes every answer for a new one, as nearly all are: the log refuses what it has already.
 */
export async function saveAnswers(
  store: AnswerStore,
  answers: readonly NewAnswer[],
): Promise<(SavedAnswer | DomainError)[]> {
  const decide = async (fresh: boolean) => decideBatch(answers, await store.load(answers, { fresh }))
  let fresh = false
  return retryLostRace(async () => {
    let decided = await decide(fresh)
    // What is refused now may have been taken before.
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

/** Takes the learner one answer further, in place. */
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
  if (answer === undefined) throw new Error('an answer was neither taken nor refused')
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

/** @param inBatch whether it came with others, which single answers pass */
export type RecordAnswer = (answer: NewAnswer, inBatch?: boolean) => Promise<SavedAnswer>

/** Single answers, and those of batches, that may wait for their turn; past this the service returns 503. */
const maxPending = 5_000
const maxBatch = 500
/** Answers of batches in one transaction: a single answer waits for no more of them. */
const maxBulk = 50

interface AnswerRecording {
  store: AnswerStore
  /** A question may be answered the moment it is published, when its key is on its way. */
  fetchQuestion: FetchQuestion
  /** Hears how many answers were committed together. */
  onBatch?: (size: number) => void
}

/** Takes single answers and commits them in groups: see GroupCommit. */
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
