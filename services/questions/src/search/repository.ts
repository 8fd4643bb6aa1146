import { sql } from 'kysely'
import type { Db, Trx } from '../tables.ts'
import type { Candidate } from './corrections.ts'
import { stemLexeme } from './lexemes.ts'
import type { SearchFigures } from './search-steps.ts'
import type { SearchTerm } from './search-terms.ts'

export interface LookedUp {
  text: string
  /** Whether some open question has it, or a word that begins so, or one of the same stem. */
  known: boolean
  /** Words like it, where it is an unknown word. */
  candidates: Candidate[] | null
  /** Of an open term: the sum of the uses of all that begins with it. */
  begun: number
  /** Of an open term: what begins with it and is used most. */
  beginnings: string[]
}

/** What the bank knows of terms, with up to `mostBeginnings` ways in which an open one may go on. */
export async function lookUp(
  db: Db,
  terms: readonly SearchTerm[],
  mostBeginnings: number,
): Promise<Map<string, LookedUp>> {
  const asked = terms.map(({ text, kind, open }) => ({
    text,
    open,
    is_word: kind === 'word',
    stem: stemLexeme(text),
  }))
  const { rows } = await sql<LookedUp>`
    with term as (
      select * from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as term (
        text text collate "C", open boolean, is_word boolean, stem text collate "C")
    ), judged as (
      select term.*, begun, beginnings,
        begun > 0 or exists (select from search_word where word in (term.text, term.stem)) as known
      from term, lateral (
        select coalesce(sum(uses), 0)::int as begun,
          coalesce((array_agg(word order by uses desc, word))[1:${mostBeginnings}], '{}') as beginnings
        from search_word
        where open and word >= term.text and word < term.text || chr(1114111) and (search_word.is_word or not term.is_word)
      ) as found
    )
    select text, known, begun, beginnings,
      case when is_word and not known then (
        select jsonb_agg(jsonb_build_object('word', word, 'uses', uses)) from words_like(text)
      ) end as candidates
    from judged`.execute(db)
  return new Map(rows.map((row) => [row.text, row]))
}

/** How many open questions have each lexeme, and how many positions there are: as of a moment ago. */
export async function readSearchFigures(db: Db, lexemes: readonly string[]): Promise<SearchFigures> {
  const { rows } = await sql<{ word: string | null; uses: number }>`
    select word, uses from search_word where word = any(${[...lexemes]}::text[])
    union all
    select null, coalesce((select max(position) from question_search), 1)`.execute(db)
  const uses = new Map(lexemes.map((lexeme) => [lexeme, 0]))
  for (const row of rows) if (row.word !== null) uses.set(row.word, row.uses)
  return { uses, highest: rows.find((row) => row.word === null)?.uses ?? 1 }
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
      group by word having sum(change) <> 0
      on conflict (word) do update set uses = search_word.uses + excluded.uses
    )
    select count(*) as taken from taken`.execute(trx)
  await sql`delete from search_word where uses = 0`.execute(trx)
  return rows[0]?.taken === limit
}
