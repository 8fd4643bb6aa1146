import { DomainError } from '@rehearse/contracts'
import { type Backend, type Database, lookUpQuestion } from '@rehearse/service-kit'
import type { AnswerKey } from '../learner/grading.ts'
import type { ProgressTables } from '../tables.ts'
import { storeQuestions } from './consume-questions.ts'
import { findQuestionsForAnswers, type KeyRequest } from './question-repository.ts'

/**
 * The newest version of a question that learners could see.
 * @throws {DomainError} not-found, `question_not_found`, also for a question that learners could never see
 */
export type RequireQuestion = (questionId: string) => Promise<AnswerKey>

export function questionRequirer(
  { db }: Database<ProgressTables>,
  fetchQuestion: FetchQuestion,
): RequireQuestion {
  const find = async (questionId: string) =>
    (await findQuestionsForAnswers(db, [{ questionId, version: undefined }]))[0]?.key
  return async (questionId) => {
    let key = await find(questionId)
    if (key === undefined && (await fetchQuestion({ questionId, version: undefined })))
      key = await find(questionId)
    if (key !== undefined) return key
    throw new DomainError({ kind: 'not-found', code: 'question_not_found', message: 'Question not found' })
  }
}

/**
 * Fetches a question without a stored key from the questions service.
 * @returns whether the question exists
 * @throws {DomainError} unavailable, `question_unknown_yet`
 */
export type FetchQuestion = (wanted: KeyRequest) => Promise<boolean>

/** A question may be answered before its event arrives. Concurrent fetches of the same question share one request. */
export function questionFetcher({
  nats,
  database: { db },
}: Pick<Backend<ProgressTables>, 'nats' | 'database'>): FetchQuestion {
  const underWay = new Map<string, Promise<boolean>>()
  return (wanted) => {
    const name = `${wanted.questionId} ${wanted.version ?? ''}`
    const learning = underWay.get(name) ?? fetchQuestion(wanted).finally(() => underWay.delete(name))
    underWay.set(name, learning)
    return learning
  }

  async function fetchQuestion(wanted: KeyRequest): Promise<boolean> {
    const message = await lookUpQuestion(nats, wanted)
    if (message === null) return false
    await db.transaction().execute((trx) => storeQuestions([message], trx))
    return message.type !== 'QuestionDeleted'
  }
}
