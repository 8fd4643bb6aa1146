import { DomainError } from '@rehearse/contracts/errors'
import { delay, GroupCommit, isUnavailable } from '@rehearse/service-kit'
import { type AnswerStore, type NewAnswer, type SavedAnswer, saveAnswers } from './save-answers.ts'

export type TakeAnswer = (answer: NewAnswer) => Promise<SavedAnswer>

/** Answers that may wait for their turn; past this the service is overloaded and says so. */
const maxPending = 5_000
const maxBatch = 500

/** A question may be answered the moment it is published: its key is on its way and gets this long to arrive. */
const keyPatience = { tries: 8, intervalMs: 125 }

/**
 * Takes single answers and commits them in groups: see GroupCommit.
 * @param onBatch hears how many answers were committed together
 */
export function answerTaker(store: AnswerStore, onBatch: (size: number) => void = () => {}): TakeAnswer {
  const lane = new GroupCommit<NewAnswer, SavedAnswer | DomainError>({
    maxBatch,
    isFatal: isUnavailable,
    commit: (answers) => saveAnswers(store, answers),
    onBatch,
  })
  return async (answer) => {
    if (lane.pending >= maxPending) throw overloaded()
    for (let attempt = 1; ; attempt += 1) {
      try {
        const taken = await lane.add(answer)
        if (taken instanceof DomainError) throw taken
        return taken
      } catch (error) {
        if (!isUnknownQuestion(error) || attempt === keyPatience.tries) throw error
        await delay(keyPatience.intervalMs)
      }
    }
  }
}

const isUnknownQuestion = (error: unknown) =>
  error instanceof DomainError && error.code === 'question_not_found'

function overloaded(): DomainError {
  return new DomainError({
    kind: 'unavailable',
    code: 'overloaded',
    message: 'Temporarily unavailable, please try again',
    retryAfterSeconds: 1,
  })
}
