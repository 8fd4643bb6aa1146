import { DomainError } from '@rehearse/contracts'
import type { Database } from '@rehearse/service-kit'
import type { ProgressTables } from '../db/tables.ts'
import type { AnswerKey } from '../domain/answer-key.ts'
import { findAnswerKeys } from './answer-key-repository.ts'
import type { LearnQuestion } from './learn-question.ts'

/**
 * The newest version of a question.
 * @throws {DomainError} not-found, `question_not_found`
 */
export type RequireQuestion = (questionId: string) => Promise<AnswerKey>

export function questionRequirer({ db }: Database<ProgressTables>, learn: LearnQuestion): RequireQuestion {
  const find = async (questionId: string) =>
    (await findAnswerKeys(db, [{ questionId, version: undefined }]))[0]
  return async (questionId) => {
    let key = await find(questionId)
    if (key === undefined && (await learn({ questionId, version: undefined }))) key = await find(questionId)
    if (key !== undefined) return key
    throw new DomainError({ kind: 'not-found', code: 'question_not_found', message: 'Question not found' })
  }
}
