import { questionSubjects, type VersionAction } from '@rehearse/contracts'
import { enqueue, type NewMessage } from '@rehearse/service-kit'
import type { Trx } from '../db/tables.ts'
import { type StoredQuestion, toSnapshot, toVersion } from './question.ts'
import { activeAmong, insertQuestions, updateQuestions } from './question-repository.ts'
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
    changedBy: actor,
    changedAt: at,
  }))
  await insertVersions(trx, versions, batchId)
  await enqueue(
    trx,
    changes.map((change) => toMessage(change, wasActive.has(change.question.id))),
    at,
  )
}

function toMessage({ action, question }: QuestionChange, wasActive: boolean): NewMessage {
  switch (action) {
    case 'created':
      return {
        subject: questionSubjects.created,
        type: 'QuestionCreated',
        version: 1,
        data: toSnapshot(question),
      }
    case 'deleted':
      return {
        subject: questionSubjects.deleted,
        type: 'QuestionDeleted',
        version: 1,
        data: { questionId: question.id, version: question.version },
      }
    // What was deleted is back: others take it like any newer version.
    case 'restored':
    case 'updated':
      return {
        ...(wasActive && !question.isActive
          ? { subject: questionSubjects.deactivated, type: 'QuestionDeactivated' }
          : { subject: questionSubjects.revised, type: 'QuestionRevised' }),
        version: 1,
        data: toSnapshot(question),
      }
  }
}
