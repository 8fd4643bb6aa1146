import { DomainError, RESTORABLE_FOR } from '@rehearse/contracts'
import type { Trx } from '../tables.ts'
import { questionNotFound } from './errors.ts'
import type { StoredQuestion } from './question.ts'
import { lockQuestion } from './question-repository.ts'
import { recordChanges } from './record-changes.ts'

/**
 * Brings a deleted question back as it was, as a new version. One that is not deleted stays as it is.
 * @throws {DomainError} not-found; conflict, `restore_expired`, 30 days after the deletion
 */
export async function restoreQuestion(trx: Trx, id: string, actor: string): Promise<StoredQuestion> {
  const current = await lockQuestion(trx, id)
  if (current === undefined) throw questionNotFound()
  if (current.deletedAt === null) return current
  const at = new Date()
  if (at.getTime() - current.deletedAt.getTime() > RESTORABLE_FOR) throw restoreExpired()
  const question = { ...current, version: current.version + 1, updatedAt: at, deletedAt: null }
  await recordChanges(trx, [{ action: 'restored', question }], { actor, at })
  return question
}

const restoreExpired = () =>
  new DomainError({
    kind: 'conflict',
    code: 'restore_expired',
    message: 'A question can be restored within 30 days of its deletion',
  })
