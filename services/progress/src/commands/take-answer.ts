import { DomainError } from '@rehearse/contracts/errors'
import { GroupCommit, isUnavailable } from '@rehearse/service-kit'
import type { LearnQuestion } from '../answer-keys/learn-question.ts'
import {
  type AnswerStore,
  keyRequestOf,
  type NewAnswer,
  type SavedAnswer,
  saveAnswers,
} from './save-answers.ts'

export type TakeAnswer = (answer: NewAnswer) => Promise<SavedAnswer>

/** Answers that may wait for their turn; past this the service is overloaded and says so. */
const maxPending = 5_000
const maxBatch = 500

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
    isFatal: isUnavailable,
    commit: (answers) => saveAnswers(store, answers),
    onBatch,
  })
  return async (answer) => {
    if (lane.pending >= maxPending) throw overloaded()
    let taken = await lane.add(answer)
    if (isUnknownQuestion(taken) && (await learn(keyRequestOf(answer)))) taken = await lane.add(answer)
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
