import { uuid } from '@rehearse/contracts'
import { lookUpQuestion, type Nats } from '@rehearse/service-kit'
import type { Db } from '../db/tables.ts'
import { isQuestion, storeQuestions } from './question-repository.ts'
import { questionNotFound } from './refusals.ts'

/**
 * That a question was made is told by a message, which may come later than the upload for it: then the bank is asked.
 * @throws {DomainError} not-found, `question_not_found`; unavailable, `question_unknown_yet`
 */
export async function requireQuestion({ db, nats }: { db: Db; nats: Nats }, id: string): Promise<void> {
  if (!uuid.safeParse(id).success) throw questionNotFound()
  if (await isQuestion(db, id)) return
  const message = await lookUpQuestion(nats, { questionId: id })
  if (message !== null) await db.transaction().execute((trx) => storeQuestions(trx, [message]))
  if (message === null || message.type === 'QuestionDeleted') throw questionNotFound()
}
