import { type Certificate, PATH_PROGRESS_PER_SECTION, type PathProgress } from '@rehearse/contracts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { readDefinitions } from '../question-copies/definition-repository.ts'
import type { Db, ProgressTables } from '../tables.ts'

/** The learning paths that a learner has started, most recent first. */
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

/** The questions of a section of a path, as far as learners see them. */
export interface SectionState {
  questions: number
  /** Those that the learner has yet to answer correctly. */
  unsolved: number
}

/** The number of questions in a section of a path, and how many a learner has yet to answer correctly. */
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

/** A learner's certificates, newest first. */
export const readCertificates = (db: Db, learnerId: string): Promise<Certificate[]> =>
  select(db, sql`certificate.learner_id = ${learnerId}`)

export const findCertificateOfPath = (
  db: Db,
  learnerId: string,
  pathId: string,
): Promise<Certificate | undefined> =>
  select(db, sql`certificate.learner_id = ${learnerId} and certificate.path_id = ${pathId}`).then(
    ([first]) => first,
  )

/** For everyone who has the code. */
export const findCertificate = (db: Db, code: string): Promise<Certificate | undefined> =>
  select(db, sql`code = ${code}`).then(([first]) => first)

/**
 * Names, or with null no longer names, a learner on one of their certificates.
 * @returns whether it is theirs
 */
export async function nameOnCertificate(
  db: Db,
  learnerId: string,
  code: string,
  name: string | null,
): Promise<boolean> {
  const own = sql`select learner_id, path_id from learner_certificate
    where code = ${code} and learner_id = ${learnerId}`
  const { rows } = await sql`${own}`.execute(db)
  if (rows.length === 0) return false
  if (name === null) {
    await sql`delete from learner_certificate_name where (learner_id, path_id) in (${own})`.execute(db)
  } else {
    await sql`
      insert into learner_certificate_name (learner_id, path_id, name)
      select own.*, ${name} from (${own}) as own
      on conflict (learner_id, path_id) do update set name = excluded.name`.execute(db)
  }
  return true
}

async function select(db: Db, condition: RawBuilder<unknown>): Promise<Certificate[]> {
  const { rows } = await sql<Omit<Certificate, 'issuedAt'> & { issuedAt: Date }>`
    select code, certificate.path_id as "pathId",
      coalesce(path.document ->> 'name', certificate.path_id) as "pathName",
      named.name, issued_at as "issuedAt"
    from learner_certificate as certificate
    left join learner_certificate_name as named
      on named.learner_id = certificate.learner_id and named.path_id = certificate.path_id
    left join definition as path on path.kind = 'learning-path' and path.id = certificate.path_id
    where ${condition}
    order by issued_at desc, code`.execute(db)
  return rows.map((row) => ({ ...row, issuedAt: row.issuedAt.toISOString() }))
}
