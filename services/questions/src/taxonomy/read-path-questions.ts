import { DomainError, type LearningPath, type PublicQuestion } from '@rehearse/contracts'
import { readSlices } from '../listing/queries.ts'
import { renderPublic } from '../questions/question-view.ts'
import type { Db } from '../tables.ts'
import { findLearningPath } from './queries.ts'

/** A path, by id or name, with all its open questions in their order. @throws {DomainError} not-found */
export async function readPathQuestions(
  db: Db,
  wanted: string,
): Promise<{ learningPath: LearningPath; questions: PublicQuestion[] }> {
  const learningPath = await findLearningPath(db, wanted)
  if (learningPath === undefined) {
    throw new DomainError({
      kind: 'not-found',
      code: 'learning_path_not_found',
      message: 'Learning path not found',
    })
  }
  const filter = { openOnly: true, learningPathId: learningPath.id }
  const questions = await readSlices(db, { by: 'order', direction: 'asc' }, [
    { filter, after: null, skip: 0, limit: Number.MAX_SAFE_INTEGER },
  ])
  return { learningPath, questions: questions.map(renderPublic) }
}
