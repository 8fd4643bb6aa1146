import type { Principal } from '@rehearse/service-kit'
import type { Db } from '../tables.ts'
import { questionNotFound } from './errors.ts'
import { isOpen, type StoredQuestion } from './question.ts'
import { findQuestion } from './question-repository.ts'
import { seesEverything } from './question-view.ts'

/** A question as far as somebody may know of it. @throws {DomainError} not-found, for hidden and unknown ones alike */
export async function findVisibleQuestion(
  db: Db,
  id: string,
  principal: Principal | null,
): Promise<StoredQuestion> {
  const question = await findQuestion(db, id)
  const visible = question && (seesEverything(principal) ? question.deletedAt === null : isOpen(question))
  if (!visible) throw questionNotFound()
  return question
}
