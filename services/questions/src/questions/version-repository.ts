import type { VersionAction } from '@rehearse/contracts'
import { sql } from 'kysely'
import type { Db, Trx } from '../tables.ts'
import type { StoredVersion } from './question.ts'

export interface NewVersion {
  questionId: string
  version: number
  action: VersionAction
  question: StoredVersion
  categoryId: string | null
  changedBy: string | null
  changedAt: Date
}

export async function insertVersions(
  trx: Trx,
  versions: readonly NewVersion[],
  batchId: string | null,
): Promise<void> {
  await sql`
    insert into question_version (
      question_id, version, action, question, category_id, import_batch_id, changed_by, changed_at)
    select "questionId", version, action, question, "categoryId", ${batchId}::uuid, "changedBy", "changedAt"
    from jsonb_to_recordset(${JSON.stringify(versions)}::jsonb) as given (
      "questionId" uuid, version int, action text, question jsonb, "categoryId" text,
      "changedBy" text, "changedAt" timestamptz
    )`.execute(trx)
}

/** Versions of one question, newest first. */
export async function readVersions(db: Db, questionId: string, limit: number, offset: number) {
  const rows = await db
    .selectFrom('question_version')
    .selectAll()
    .where('question_id', '=', questionId)
    .orderBy('version', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map((row) => ({ ...row, question: upcastVersion(row.question) }))
}

/** Versions from before questions had a status say only whether they were approved. */
export const upcastVersion = (stored: StoredVersion): StoredVersion => ({
  ...stored,
  status: stored.status ?? (stored.approved ? 'approved' : 'draft'),
  statusComment: stored.statusComment ?? null,
  reviewer: stored.reviewer ?? null,
  publishAt: stored.publishAt ?? null,
  expiresAt: stored.expiresAt ?? null,
})

/** The content of the given versions, by question; one version per question. */
export async function readVersionContents(
  db: Db,
  wanted: readonly { question_id: string; version: number }[],
): Promise<Map<string, StoredVersion>> {
  const { rows } = await sql<{ question_id: string; question: StoredVersion }>`
    select question_id, question from question_version
    join jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted (question_id uuid, version int)
      using (question_id, version)`.execute(db)
  return new Map(rows.map((row) => [row.question_id, upcastVersion(row.question)]))
}

/** The newest version that each of these questions ever had, including erased ones. */
export async function newestVersions(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; version: number }>`
    select question_id as id, max(version) as version from question_version
    where question_id = any(${[...ids]}::uuid[]) group by question_id`.execute(db)
  return new Map(rows.map((row) => [row.id, row.version]))
}
