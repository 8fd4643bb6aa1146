import type { VersionAction } from '@rehearse/contracts'
import { enqueue } from '@rehearse/service-kit'
import type { Trx } from '../tables.ts'
import { type StoredQuestion, toVersion } from './question.ts'
import { activeAmong, insertQuestions, updateQuestions } from './question-repository.ts'
import { tellChange } from './tell-change.ts'
import { insertVersions } from './version-repository.ts'

export interface QuestionChange {
  action: VersionAction
  /** As it is after the change, with its new version. */
  question: StoredQuestion
}

/**
 * Stores what has become of questions: the rows, a version of each for good, and the news for other services. The
 * only way in which a question changes, so that none of the three can be forgotten.
 */
export async function recordChanges(
  trx: Trx,
  changes: readonly QuestionChange[],
  { actor, at, batchId = null }: { actor: string; at: Date; batchId?: string | null },
): Promise<void> {
  if (changes.length === 0) return
  const created = changes.filter((change) => change.action === 'created').map(({ question }) => question)
  const changed = changes.filter((change) => change.action !== 'created').map(({ question }) => question)
  if (created.length > 0) await insertQuestions(trx, created, batchId)
  const wasActive = await activeAmong(
    trx,
    changed.map(({ id }) => id),
  )
  if (changed.length > 0) await updateQuestions(trx, changed)
  const versions = changes.map(({ action, question }) => ({
    questionId: question.id,
    version: question.version,
    action,
    question: toVersion(question),
    categoryId: question.category.id,
    changedBy: actor,
    changedAt: at,
  }))
  await insertVersions(trx, versions, batchId)
  await enqueue(
    trx,
    versions.map((one) => tellChange(one.action, one, wasActive.has(one.questionId))),
    at,
  )
}
