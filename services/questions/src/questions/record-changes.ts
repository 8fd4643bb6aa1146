import type { VersionAction } from '@rehearse/contracts'
import { type QuestionSnapshot, questionSubjects } from '@rehearse/contracts'
import type { NewMessage } from '@rehearse/service-kit'
import { enqueue } from '@rehearse/service-kit'
import type { Trx } from '../tables.ts'
import { contentDigest } from '../text.ts'
import type { StoredVersion } from './question.ts'
import { type StoredQuestion, toVersion } from './question.ts'
import { activeAmong, insertQuestions, updateQuestions } from './question-repository.ts'
import { insertVersions } from './version-repository.ts'

export interface QuestionChange {
  action: VersionAction
  /** The question after the change, with its new version. */
  question: StoredQuestion
}

/**
 * Stores changed questions: the rows, a permanent version of each, and the events for other services. Every change
 * goes through this function, so that none of the three is forgotten.
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
    versions.map((one) => questionEvent(one.action, one, wasActive.has(one.questionId))),
    at,
  )
}

interface VersionOfQuestion {
  questionId: string
  version: number
  question: StoredVersion
  /** Unknown for some old versions. */
  categoryId: string | null
}

/** The event that publishes one version. `wasActive` refers to the previous version. */
export function questionEvent(
  action: VersionAction,
  changed: VersionOfQuestion,
  wasActive: boolean,
): NewMessage {
  const { questionId, version } = changed
  switch (action) {
    case 'created':
      return {
        subject: questionSubjects.created,
        type: 'QuestionCreated',
        version: 1,
        data: toSnapshot(changed),
      }
    case 'deleted':
      return {
        subject: questionSubjects.deleted,
        type: 'QuestionDeleted',
        version: 1,
        data: { questionId, version },
      }
    // Other services treat a restored question like any newer version.
    case 'restored':
    case 'updated':
      return {
        ...(wasActive && !changed.question.isActive
          ? { subject: questionSubjects.deactivated, type: 'QuestionDeactivated' }
          : { subject: questionSubjects.revised, type: 'QuestionRevised' }),
        version: 1,
        data: toSnapshot(changed),
      }
  }
}

function toSnapshot({ questionId, version, question, categoryId }: VersionOfQuestion): QuestionSnapshot {
  const { title, type, difficulty, options, answer, explanation, points, isActive, approved, status } =
    question
  const { category, learningPath, sectionId, topic } = question
  return {
    questionId,
    version,
    title,
    type,
    difficulty,
    options,
    ...(answer && { answer }),
    explanation,
    category,
    ...(categoryId !== null && { categoryId }),
    learningPath,
    sectionId,
    topic,
    points,
    isActive,
    approved,
    status,
    contentDigest: contentDigest(question),
  }
}
