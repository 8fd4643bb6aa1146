import { type Precondition, requireVersion } from '../edits/precondition.ts'
import type { Trx } from '../tables.ts'
import { questionNotFound } from './errors.ts'
import type { StoredQuestion } from './question.ts'
import { lockQuestion } from './question-repository.ts'
import { recordChanges } from './record-changes.ts'

/**
 * Takes a question out of everybody's sight; its versions stay. Deleting it twice is deleting it once.
 * @throws {DomainError} not-found; stale, `stale_version`
 */
export async function deleteQuestion(
  trx: Trx,
  id: string,
  { actor, precondition }: { actor: string; precondition: Precondition },
): Promise<StoredQuestion> {
  const current = await lockQuestion(trx, id)
  if (current === undefined) throw questionNotFound()
  if (current.deletedAt !== null) return current
  requireVersion(current, precondition)
  const at = new Date()
  const question = { ...current, version: current.version + 1, updatedAt: at, deletedAt: at }
  await recordChanges(trx, [{ action: 'deleted', question }], { actor, at })
  return question
}
