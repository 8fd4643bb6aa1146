import { DomainError } from '@rehearse/contracts'
import type { Database } from '@rehearse/service-kit'
import type { ProgressTables } from '../db/tables.ts'
import type { AnswerKey } from '../domain/answer-key.ts'
import { findAnswerKeys } from './answer-key-repository.ts'

/**
 * The newest version of a question.
 * @throws {DomainError} not-found, `question_not_found`
 */
export async function requireQuestion(
  { db }: Database<ProgressTables>,
  questionId: string,
): Promise<AnswerKey> {
  const [key] = await findAnswerKeys(db, [{ questionId, version: undefined }])
  if (key !== undefined) return key
  throw new DomainError({ kind: 'not-found', code: 'question_not_found', message: 'Question not found' })
}
