import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../tables.ts'
import { questionNotFound } from './errors.ts'
import type { StoredVersion } from './question.ts'
import { findQuestion } from './question-repository.ts'
import { readVersions } from './version-repository.ts'

/** Versions of a question, deleted or not, newest first, each with the fields that differ from the one before. */
export async function readHistory(db: Db, id: string, page: number, pageSize: number) {
  const question = await findQuestion(db, id)
  if (question === undefined) throw questionNotFound()
  // One more than the page: the last one is compared with its predecessor.
  const rows = await readVersions(db, id, pageSize + 1, (page - 1) * pageSize)
  const versions = rows.slice(0, pageSize).map((row, index) => ({
    version: row.version,
    action: row.action,
    changedBy: row.changed_by,
    changedAt: row.changed_at.toISOString(),
    changes: changedFields(rows[index + 1]?.question, row.question),
    question: row.question,
  }))
  return { versions, totalCount: question.version }
}

function changedFields(before: StoredVersion | undefined, after: StoredVersion): string[] {
  if (before === undefined) return []
  const fields = Object.keys(after) as (keyof StoredVersion)[]
  return fields.filter((field) => !isDeepStrictEqual(before[field], after[field]))
}
