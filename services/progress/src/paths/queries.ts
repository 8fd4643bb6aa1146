import type { PathProgress } from '@rehearse/contracts'
import { PATH_PROGRESS_PER_SECTION } from '@rehearse/contracts'
import type { Kysely, Selectable } from 'kysely'
import type { ProgressTables } from '../db/tables.ts'
import { readDefinitions } from '../definitions/definition-repository.ts'

type Db = Kysely<ProgressTables>

/** The learning paths that a learner has begun, the most recent first. */
export async function readPaths(db: Db, learnerId: string): Promise<PathProgress[]> {
  const rows = await db
    .selectFrom('learner_path')
    .selectAll()
    .where('learner_id', '=', learnerId)
    .orderBy('last_at', 'desc')
    .execute()
  return withNames(db, rows)
}

/** How far a learner has come on one path; undefined before they begin it. */
export async function findPath(db: Db, learnerId: string, pathId: string): Promise<PathProgress | undefined> {
  const rows = await db
    .selectFrom('learner_path')
    .selectAll()
    .where('learner_id', '=', learnerId)
    .where('path_id', '=', pathId)
    .execute()
  return (await withNames(db, rows))[0]
}

async function withNames(
  db: Db,
  rows: readonly Selectable<ProgressTables['learner_path']>[],
): Promise<PathProgress[]> {
  const ids = rows.map((row) => row.path_id)
  const paths = await readDefinitions(db, 'learning-path', ids)
  return rows.map((row) => ({
    pathId: row.path_id,
    pathName: paths.get(row.path_id)?.name ?? row.path_id,
    progress: Math.min(100, row.completed_sections.length * PATH_PROGRESS_PER_SECTION),
    completedSections: row.completed_sections,
    currentSection: row.current_section,
    questionsAnswered: row.answered,
    correctAnswers: row.correct,
    timeSpent: row.time_spent,
    startedAt: row.first_at.toISOString(),
    lastAccessed: row.last_at.toISOString(),
    completedAt: row.completed_at?.toISOString() ?? null,
  }))
}
