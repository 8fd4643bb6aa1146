import type { PathProgress } from '@rehearse/contracts'
import { PATH_PROGRESS_PER_SECTION } from '@rehearse/contracts'
import { type Kysely, type Selectable, sql } from 'kysely'
import { readDefinitions } from '../question-copies/definition-repository.ts'
import type { ProgressTables } from '../tables.ts'
import type { SectionState } from './complete-section.ts'

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

/** What a section of a path has for learners, and what of it one has yet to answer right. */
export async function readSection(
  db: Db,
  learnerId: string,
  { pathId, sectionId }: { pathId: string; sectionId: string },
): Promise<SectionState> {
  const { rows } = await sql<SectionState>`
    select count(*)::int as questions, (count(*) filter (where coalesce(done.solved, 0) <= 0))::int as unsolved
    from bank_question as bank
    left join learner_question as done on done.learner_id = ${learnerId} and done.question_id = bank.question_id
    where bank.is_open and bank.learning_path = ${pathId} and bank.section_id = ${sectionId}`.execute(db)
  return rows[0] ?? { questions: 0, unsolved: 0 }
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
