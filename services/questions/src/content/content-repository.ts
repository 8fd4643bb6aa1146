import { sql } from 'kysely'
import type { Db, Tables, Trx } from '../tables.ts'
import type { ContentFile } from './content-files.ts'

/** Hashes of the files when they were last loaded, by path. */
export async function loadedFiles(db: Db): Promise<Map<string, Buffer>> {
  const rows = await db.selectFrom('content_file').select(['path', 'sha256']).execute()
  return new Map(rows.map((row) => [row.path, row.sha256]))
}

export async function recordFile(trx: Trx, file: ContentFile): Promise<void> {
  await trx
    .insertInto('content_file')
    .values({ path: file.path, sha256: file.sha256 })
    .onConflict((conflict) =>
      conflict.column('path').doUpdateSet({ sha256: file.sha256, loaded_at: new Date() }),
    )
    .execute()
}

export interface ContentItem {
  /** Identifies the entry within its file. */
  key: string
  /** The question and the version that the file last stored; null for other entries. */
  left: { questionId: string; version: number } | null
}

/** Everything a file has loaded so far, by key. */
export async function readItems(db: Db, path: string): Promise<Map<string, ContentItem>> {
  const rows = await db.selectFrom('content_item').selectAll().where('path', '=', path).execute()
  return new Map(rows.map((row) => [row.key, toItem(row)]))
}

export async function writeItems(trx: Trx, path: string, items: readonly ContentItem[]): Promise<void> {
  await sql`
    insert into content_item (path, key, question_id, version)
    select ${path}, * from unnest(
      ${items.map((item) => item.key)}::text[],
      ${items.map((item) => item.left?.questionId ?? null)}::uuid[],
      ${items.map((item) => item.left?.version ?? null)}::int[]
    )
    on conflict (path, key) do update set question_id = excluded.question_id, version = excluded.version`.execute(
    trx,
  )
}

export interface ContentQuestion {
  /** The permanent id in the content files. */
  id: string
  questionId: string
  /** The version that the content files last stored; null for a question that was already in the bank. */
  version: number | null
}

/** The questions loaded from content files, by their permanent ids. */
export async function readContentQuestions(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, ContentQuestion>> {
  const { rows } = await sql<ContentQuestion>`
    select id, question_id as "questionId", version from content_question
    where id = any(${[...ids]}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

export async function writeContentQuestions(trx: Trx, questions: readonly ContentQuestion[]): Promise<void> {
  await sql`
    insert into content_question (id, question_id, version)
    select * from unnest(
      ${questions.map(({ id }) => id)}::text[],
      ${questions.map(({ questionId }) => questionId)}::uuid[],
      ${questions.map(({ version }) => version)}::int[]
    )
    on conflict (id) do update set question_id = excluded.question_id, version = excluded.version`.execute(
    trx,
  )
}

function toItem({ key, question_id, version }: Tables['content_item']): ContentItem {
  const left = question_id === null || version === null ? null : { questionId: question_id, version }
  return { key, left }
}
