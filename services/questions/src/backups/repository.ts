import type { BackupListing, RestorePoint } from '@rehearse/contracts'
import { sql } from 'kysely'
import type { StoredQuestion } from '../questions/question.ts'
import {
  type NamedQuestionRow,
  namedColumns,
  namedJoins,
  toQuestion,
} from '../questions/question-repository.ts'
import type { Db, Trx } from '../tables.ts'

export const backupName = (stem: string): string => `${stem}-questions.json`

/** Locks all backups for one writer, since a new file gets a name that no other has. */
export async function lockBackups(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('question backups'))`.execute(trx)
}

export interface BackupFileName {
  /** The start of the file's name (the column `slug`): unique, but sections with similar names have similar ones. */
  stem: string
  section: string
}

/** The files of all sections. */
export async function backupFileNames(db: Db): Promise<BackupFileName[]> {
  const { rows } = await sql<BackupFileName>`
    select slug as stem, section from question_backup order by slug`.execute(db)
  return rows
}

export interface NewBackup {
  stem: string
  section: string
  content: string
  questionCount: number
  /** Of the backed-up versions; null if questions are backed up one by one. */
  fingerprint: string | null
}

/**
 * Stores a section's newest backup. The one before becomes an earlier restore point, unless it holds the same
 * versions, or both grow one question at a time; the oldest points beyond `kept` are deleted.
 */
export async function storeBackup(trx: Trx, file: NewBackup, kept: number): Promise<void> {
  const { stem, section, content, questionCount, fingerprint } = file
  await sql`
    insert into question_backup_point (id, slug, section, content, question_count, created_at)
    select id, slug, section, content, question_count, updated_at from question_backup
    where slug = ${stem} and fingerprint is distinct from ${fingerprint}::text`.execute(trx)
  await sql`
    insert into question_backup (slug, section, content, question_count, fingerprint)
    values (${stem}, ${section}, ${content}, ${questionCount}, ${fingerprint})
    on conflict (slug) do update set id = gen_random_uuid(), section = excluded.section, content = excluded.content,
      question_count = excluded.question_count, fingerprint = excluded.fingerprint, updated_at = clock_timestamp()`.execute(
    trx,
  )
  await sql`
    delete from question_backup_point where slug = ${stem} and id not in (
      select id from question_backup_point where slug = ${stem} order by created_at desc, id limit ${kept - 1}
    )`.execute(trx)
}

/** @param point one of the section's restore points; the newest by default */
export async function findBackup(db: Db, stem: string, point?: string): Promise<string | undefined> {
  const { rows } = await sql<{ content: string }>`
    select content from question_backup where slug = ${stem} and id = coalesce(${point ?? null}::uuid, id)
    union all
    select content from question_backup_point where slug = ${stem} and id = ${point ?? null}::uuid`.execute(
    db,
  )
  return rows[0]?.content
}

/** A section's restore points, newest first. */
export async function listRestorePoints(db: Db, stem: string): Promise<RestorePoint[]> {
  const { rows } = await sql<Omit<RestorePoint, 'createdAt'> & { createdAt: Date }>`
    select id, section, question_count as "questionCount", octet_length(content) as bytes, created_at as "createdAt"
    from (
      select id, section, question_count, content, updated_at as created_at, true as is_newest
      from question_backup where slug = ${stem}
      union all
      select id, section, question_count, content, created_at, false from question_backup_point where slug = ${stem}
    ) as point
    order by is_newest desc, created_at desc, id`.execute(db)
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }))
}

export async function listBackups(db: Db): Promise<BackupListing[]> {
  const { rows } = await sql<Omit<BackupListing, 'name' | 'updatedAt'> & { slug: string; updatedAt: Date }>`
    select slug, section, question_count as "questionCount", octet_length(content) as bytes,
      updated_at as "updatedAt"
    from question_backup order by slug`.execute(db)
  return rows.map(({ slug, updatedAt, ...row }) => ({
    ...row,
    name: backupName(slug),
    updatedAt: updatedAt.toISOString(),
  }))
}

export async function deleteBackup(trx: Trx, stem: string): Promise<void> {
  await sql`delete from question_backup where slug = ${stem}`.execute(trx)
}

/** A question belongs to the backup of its section or, without a section, of its category. */
const sectionName = sql`coalesce(section.name, category.name)`

export async function sectionNames(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct ${sectionName} as name from question ${namedJoins}
    where question.deleted_at is null order by 1`.execute(db)
  return rows.map((row) => row.name)
}

/** All questions of some sections, newest first. */
export async function questionsOfSections(db: Db, names: readonly string[]): Promise<StoredQuestion[]> {
  const { rows } = await sql<NamedQuestionRow>`
    select ${namedColumns} from question ${namedJoins}
    where question.deleted_at is null and ${sectionName} = any(${[...names]})
    order by question.created_at desc, question.position desc`.execute(db)
  return rows.map(toQuestion)
}

/** Does work in a transaction; a dry run is rolled back and returns what would have happened. */
export async function withDryRun<Result>(
  db: Db,
  isDryRun: boolean,
  work: (trx: Trx) => Promise<Result>,
): Promise<Result> {
  const trx = await db.startTransaction().execute()
  try {
    const result = await work(trx)
    await (isDryRun ? trx.rollback() : trx.commit()).execute()
    return result
  } catch (error) {
    if (!trx.isCommitted && !trx.isRolledBack) await trx.rollback().execute()
    throw error
  }
}
