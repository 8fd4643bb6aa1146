import type { QuestionWords } from '@rehearse/contracts'
import { sql } from 'kysely'
import type { StoredQuestion, StoredVersion } from '../questions/question.ts'
import {
  type NamedQuestionRow,
  namedColumns,
  namedJoins,
  toQuestion,
} from '../questions/question-repository.ts'
import type { Db, Trx } from '../tables.ts'

export interface StoredTranslation {
  words: QuestionWords
  /** The original when it was translated. */
  original: QuestionWords
  changedAt: Date
}

/** Translations into a language, by question. */
export async function findTranslations(
  db: Db,
  ids: readonly string[],
  language: string,
): Promise<Map<string, StoredTranslation>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<StoredTranslation & { id: string }>`
    select question_id as id, words, original, changed_at as "changedAt" from question_translation
    where language = ${language} and question_id = any(${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

export async function storeTranslation(
  trx: Trx,
  translation: { id: string; language: string; words: QuestionWords; original: QuestionWords; actor: string },
): Promise<void> {
  const { id, language, words, original, actor } = translation
  await sql`
    insert into question_translation (question_id, language, words, original, changed_by)
    values (${id}, ${language}, ${JSON.stringify(words)}::jsonb, ${JSON.stringify(original)}::jsonb, ${actor})
    on conflict (question_id, language) do update set words = excluded.words, original = excluded.original,
      changed_by = excluded.changed_by, changed_at = now()`.execute(trx)
}

/** @returns whether it existed */
export async function removeTranslation(trx: Trx, id: string, language: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from question_translation where question_id = ${id} and language = ${language}`.execute(trx)
  return Boolean(numAffectedRows)
}

/** Questions that may have a translation, newest first, with their positions. */
export async function readTranslatable(
  db: Db,
  after: number | undefined,
  limit: number,
): Promise<{ question: StoredQuestion; position: number }[]> {
  const { rows } = await sql<NamedQuestionRow>`
    select ${namedColumns} from question ${namedJoins}
    where question.deleted_at is null and question.status <> 'archived'
      and (${after ?? null}::bigint is null or question.position < ${after ?? null}::bigint)
    order by question.position desc limit ${limit}`.execute(db)
  return rows.map((row) => ({ question: toQuestion(row), position: Number(row.position) }))
}

/** The earlier versions of questions, newest first, by question. */
export async function readEarlierVersions(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, StoredVersion[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; question: StoredVersion }>`
    select question_id as id, question from question_version
    where question_id = any(${[...ids]}::uuid[]) order by question_id, version desc`.execute(db)
  const byId = Map.groupBy(rows, ({ id }) => id)
  return new Map([...byId].map(([id, versions]) => [id, versions.map(({ question }) => question)]))
}
