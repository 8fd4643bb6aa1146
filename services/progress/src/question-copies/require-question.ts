import { DomainError } from '@rehearse/contracts'
import type { Database } from '@rehearse/service-kit'
import type { AnswerKey } from '../learner/answer-key.ts'
import type { ProgressTables } from '../tables.ts'
import { findAskedQuestions } from './answer-key-repository.ts'
import type { LearnQuestion } from './learn-question.ts'

/**
 * The newest version of a question that learners could see.
 * @throws {DomainError} not-found, `question_not_found`, also for what learners could never see
 */
export type RequireQuestion = (questionId: string) => Promise<AnswerKey>

export function questionRequirer({ db }: Database<ProgressTables>, learn: LearnQuestion): RequireQuestion {
  const find = async (questionId: string) =>
    (await findAskedQuestions(db, [{ questionId, version: undefined }]))[0]?.key
  return async (questionId) => {
    let key = await find(questionId)
    if (key === undefined && (await learn({ questionId, version: undefined }))) key = await find(questionId)
    if (key !== undefined) return key
    throw new DomainError({ kind: 'not-found', code: 'question_not_found', message: 'Question not found' })
  }
}
