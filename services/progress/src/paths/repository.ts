import {
  type Certificate,
  PATH_PROGRESS_PER_SECTION,
  type PathProgress,
  type PublicCertificate,
} from '@rehearse/contracts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type StepProgress, sinceReset } from '../learner/steps.rules.ts'
import { readDefinitions, readPathSteps } from '../question-copies/definition-repository.ts'
import { certificateEventId } from '../read-models/achievements.ts'
import { readLearnerStates } from '../read-models/activity.ts'
import type { Db, ProgressTables } from '../tables.ts'

/** The learning paths that a learner has started, most recent first. */
export async function readPaths(db: Db, learnerId: string): Promise<PathProgress[]> {
  const rows = await db
    .selectFrom('learner_path')
    .selectAll()
    .where('learner_id', '=', learnerId)
    .orderBy('last_at', 'desc')
    .execute()
  return toPaths(db, learnerId, rows)
}

/** A learner's progress in one path; undefined before they start it. */
export async function findPath(db: Db, learnerId: string, pathId: string): Promise<PathProgress | undefined> {
  const rows = await db
    .selectFrom('learner_path')
    .selectAll()
    .where('learner_id', '=', learnerId)
    .where('path_id', '=', pathId)
    .execute()
  return (await toPaths(db, learnerId, rows))[0]
}

/** A learner's progress in each step of a path, since the last reset of the path. */
export async function readSteps(db: Db, learnerId: string, pathId: string): Promise<StepProgress[]> {
  return (await readStepsOfPaths(db, learnerId, [pathId])).get(pathId) ?? []
}

/** The lessons of these paths that a learner has read. */
export async function readLessons(
  db: Db,
  learnerId: string,
  pathIds: readonly string[],
): Promise<{ pathId: string; stepId: string; readAt: Date }[]> {
  return db
    .selectFrom('learner_lesson')
    .select(['path_id as pathId', 'step_id as stepId', 'read_at as readAt'])
    .where('learner_id', '=', learnerId)
    .where('path_id', 'in', ['', ...pathIds])
    .execute()
}

/** The steps of these paths that a learner has completed. */
export async function readCompletedSteps(
  db: Db,
  learnerId: string,
  pathIds: readonly string[],
): Promise<{ pathId: string; stepId: string }[]> {
  const { rows } = await sql<{ pathId: string; stepId: string }>`
    select path_id as "pathId", unnest(completed_sections) as "stepId" from learner_path
    where learner_id = ${learnerId} and path_id = any(${[...pathIds]}::text[])`.execute(db)
  return rows
}

async function readStepsOfPaths(db: Db, learnerId: string, pathIds: readonly string[]) {
  const [states, steps] = await Promise.all([
    readLearnerStates(db, [learnerId]),
    readPathSteps(db, learnerId, pathIds),
  ])
  const counters = states.get(learnerId)?.counters
  if (counters === undefined) return steps
  return new Map([...steps].map(([id, own]) => [id, own.map((step) => sinceReset(step, counters))]))
}

async function toPaths(
  db: Db,
  learnerId: string,
  rows: readonly Selectable<ProgressTables['learner_path']>[],
): Promise<PathProgress[]> {
  const ids = rows.map((row) => row.path_id)
  const [paths, steps] = await Promise.all([
    readDefinitions(db, 'learning-path', ids),
    readStepsOfPaths(db, learnerId, ids),
  ])
  return rows.map((row) => {
    const answers = (steps.get(row.path_id) ?? []).flatMap((step) => [...step.answers.values()])
    const isStepped = answers.length > 0
    return {
      pathId: row.path_id,
      pathName: paths.get(row.path_id)?.name ?? row.path_id,
      progress: Math.min(100, row.completed_sections.length * PATH_PROGRESS_PER_SECTION),
      completedSections: row.completed_sections,
      currentSection: row.current_section,
      questionCount: answers.length,
      questionsAnswered: isStepped ? answers.filter((answer) => answer !== null).length : row.answered,
      correctAnswers: isStepped ? answers.filter((answer) => answer?.isCorrect).length : row.correct,
      timeSpent: row.time_spent,
      startedAt: row.first_at.toISOString(),
      lastAccessed: row.last_at.toISOString(),
      completedAt: row.completed_at?.toISOString() ?? null,
    }
  })
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

/** Public: anyone with the code may see the certificate. */
export async function findCertificate(db: Db, code: string): Promise<PublicCertificate | undefined> {
  const [certificate] = await select(db, sql`code = ${code}`)
  return certificate && { ...certificate, evidence: await readEvidence(db, certificate) }
}

/** The most answers that are counted, so that reading a certificate stays cheap. */
const countedAnswers = 10_000

/** The answers behind a certificate: those to the questions of its path that the log has before it. */
async function readEvidence(db: Db, { code, pathId }: Certificate): Promise<PublicCertificate['evidence']> {
  const { rows } = await sql<{ answers: number; days: number; medianSeconds: number | null }>`
    with issued as (select stream_id, stream_version from event where event_id = ${certificateEventId(code)}),
    given as (
      select answer.event_id, answer.time_spent from learner_answer as answer
      where answer.learner_id = (select learner_id from learner_certificate where code = ${code})
        and answer.question_id in (select question_id from path_step_question where path_id = ${pathId})
      order by answer.answered_at limit ${countedAnswers})
    select count(*)::int as answers, count(distinct (event.recorded_at at time zone 'UTC')::date)::int as days,
      percentile_cont(0.5) within group (order by given.time_spent) as "medianSeconds"
    from given
    join event on event.event_id = given.event_id
    join issued on issued.stream_id = event.stream_id and issued.stream_version > event.stream_version`.execute(
    db,
  )
  const { answers = 0, days = 0, medianSeconds = null } = rows[0] ?? {}
  return medianSeconds === null ? null : { answers, days, medianSeconds: Math.round(medianSeconds * 10) / 10 }
}

/**
 * Puts a learner's name on one of their certificates; null removes it.
 * @returns whether the certificate is theirs
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
