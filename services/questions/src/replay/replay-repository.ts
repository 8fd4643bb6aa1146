import type { VersionAction } from '@rehearse/contracts'
import { type RawBuilder, sql } from 'kysely'
import type { StoredVersion } from '../questions/question.ts'
import type { Db } from '../tables.ts'

export interface ReplayedVersion {
  questionId: string
  version: number
  action: VersionAction
  question: StoredVersion
  categoryId: string | null
  changedAt: Date
  /** Whether the previous version was active. */
  wasActive: boolean
}

/** Versions in key order after the given one: a page costs the same wherever it starts. */
export function readVersionsAfter(
  db: Db,
  after: { questionId: string; version: number } | null,
  limit: number,
): Promise<ReplayedVersion[]> {
  const span =
    after === null ? sql`true` : sql`(question_id, version) > (${after.questionId}::uuid, ${after.version})`
  return readVersions(db, sql`${span} order by question_id, version limit ${limit}`)
}

/** One version of a question; the newest if none is named. */
export async function readVersion(
  db: Db,
  { questionId, version }: { questionId: string; version?: number | undefined },
): Promise<ReplayedVersion | undefined> {
  const which = version === undefined ? sql`true` : sql`version = ${version}`
  const [found] = await readVersions(
    db,
    sql`question_id = ${questionId}::uuid and ${which} order by version desc limit 1`,
  )
  return found
}

async function readVersions(db: Db, which: RawBuilder<unknown>): Promise<ReplayedVersion[]> {
  const { rows } = await sql<ReplayedVersion>`
    select now.question_id as "questionId", now.version, now.action, now.question,
      now.category_id as "categoryId",
      now.changed_at as "changedAt", coalesce((before.question->>'isActive')::boolean, false) as "wasActive"
    from (select * from question_version where ${which}) as now
    left join question_version as before
      on before.question_id = now.question_id and before.version = now.version - 1
    order by now.question_id, now.version`.execute(db)
  return rows
}
