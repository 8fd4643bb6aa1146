import { DomainError } from '@rehearse/contracts/errors'
import { GroupCommit, isUnavailable } from '@rehearse/service-kit'
import type { LearnQuestion } from '../question-copies/learn-question.ts'
import {
  type AnswerStore,
  keyRequestOf,
  type NewAnswer,
  type SavedAnswer,
  saveAnswers,
} from './save-answers.ts'

/** @param inBatch whether it came with others, which single answers pass */
export type TakeAnswer = (answer: NewAnswer, inBatch?: boolean) => Promise<SavedAnswer>

/** Single answers, and those of batches, that may wait for their turn; past this the service returns 503. */
const maxPending = 5_000
const maxBatch = 500
/** Answers of batches in one transaction: a single answer waits for no more of them. */
const maxBulk = 50

export interface AnswerTaking {
  store: AnswerStore
  /** A question may be answered the moment it is published, when its key is on its way. */
  learn: LearnQuestion
  /** Hears how many answers were committed together. */
  onBatch?: (size: number) => void
}

/** Takes single answers and commits them in groups: see GroupCommit. */
export function answerTaker({ store, learn, onBatch = () => {} }: AnswerTaking): TakeAnswer {
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
    let taken = await lane.add(answer, bulkOf)
    if (isUnknownQuestion(taken) && (await learn(keyRequestOf(answer))))
      taken = await lane.add(answer, bulkOf)
    if (taken instanceof DomainError) throw taken
    return taken
  }
}

const isUnknownQuestion = (taken: SavedAnswer | DomainError) =>
  taken instanceof DomainError && taken.code === 'question_not_found'

function overloaded(): DomainError {
  return new DomainError({
    kind: 'unavailable',
    code: 'overloaded',
    message: 'Temporarily unavailable, please try again',
    retryAfterSeconds: 1,
  })
}
