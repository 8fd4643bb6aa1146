import { type QuestionSnapshot, questionSubjects, type VersionAction } from '@rehearse/contracts'
import type { NewMessage } from '@rehearse/service-kit'
import type { StoredVersion } from './question.ts'

interface VersionOfQuestion {
  questionId: string
  version: number
  question: StoredVersion
  /** Not known of some old versions. */
  categoryId: string | null
}

/** The news of one version for other services. `wasActive` is of the version before. */
export function tellChange(
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
    // What was deleted is back: others take it like any newer version.
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
  const { title, type, difficulty, options, explanation, points, isActive, approved } = question
  const { category, learningPath, sectionId, topic } = question
  return {
    questionId,
    version,
    title,
    type,
    difficulty,
    options,
    explanation,
    category,
    ...(categoryId !== null && { categoryId }),
    learningPath,
    sectionId,
    topic,
    points,
    isActive,
    approved,
  }
}
