import { sql } from 'kysely'
import type { Db, Trx } from '../db/tables.ts'
import type { Candidate } from './corrections.ts'
import type { SearchTerm } from './search-terms.ts'
import { stemLexeme } from './search-vector.ts'

export interface LookedUp {
  text: string
  /** Whether some open question has it, or a word that begins so, or one of the same stem. */
  known: boolean
  /** Words like it, where it is an unknown word. */
  candidates: Candidate[] | null
}

/** What the bank knows of terms. Of the words that follow a term in order, the first begins with it if any does. */
export async function lookUp(db: Db, terms: readonly SearchTerm[]): Promise<Map<string, LookedUp>> {
  const asked = terms.map(({ text, kind, open }) => ({
    text,
    open,
    is_word: kind === 'word',
    stem: stemLexeme(text),
  }))
  const { rows } = await sql<LookedUp>`
    with judged as (
      select text, is_word,
        case when open
          then coalesce(starts_with((select word from search_word where word >= text order by word limit 1), text), false)
          else exists (select from search_word where word = text)
        end or exists (select from search_word where word = stem) as known
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as term (
        text text collate "C", open boolean, is_word boolean, stem text collate "C")
    )
    select text, known,
      case when is_word and not known then (
        select jsonb_agg(jsonb_build_object('word', word, 'uses', uses)) from words_like(text)
      ) end as candidates
    from judged`.execute(db)
  return new Map(rows.map((row) => [row.text, row]))
}

/**
 * Counts what questions have won and lost since the last time, a part of it. One process at a time does it: two would
 * wait for each other's words.
 * @returns whether there may be more
 */
export async function countWordChanges(trx: Trx, limit: number): Promise<boolean> {
  const { rows: locks } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('search words')) as mine`.execute(trx)
  if (!locks[0]?.mine) return false
  const { rows } = await sql<{ taken: number }>`
    with taken as (
      delete from search_word_change
      where id in (select id from search_word_change order by id limit ${limit})
      returning words, change
    ), counted as (
      insert into search_word (word, uses)
      select word, sum(change) from taken, unnest(words) as word
      where not starts_with(word, 'head ')
      group by word having sum(change) <> 0
      on conflict (word) do update set uses = search_word.uses + excluded.uses
    )
    select count(*) as taken from taken`.execute(trx)
  await sql`delete from search_word where uses = 0`.execute(trx)
  return rows[0]?.taken === limit
}
