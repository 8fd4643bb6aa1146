import { type RawBuilder, sql } from 'kysely'
import type { StoredQuestion } from '../questions/question.ts'
import {
  type NamedQuestionRow,
  namedColumns,
  namedJoins,
  toQuestion,
} from '../questions/question-repository.ts'
import { searchVector, searchVersion, stemLexeme } from '../search-index/search-vector.ts'
import type { Db, QuestionRow, Trx } from '../tables.ts'
import { contentHash } from '../text.ts'
import type { SearchTerm } from './tsquery.ts'

/** A word of the bank that resembles a typed word. */
export interface Candidate {
  word: string
  /** The number of questions with this word. */
  uses: number
}

export interface LookedUp {
  text: string
  /** Whether an open question contains the word, a word that begins with it, or one with the same stem. */
  known: boolean
  /** Similar words, for an unknown word. */
  candidates: Candidate[] | null
  /** For an open term: the total uses of all words that begin with it. */
  begun: number
  /** For an open term: the most used words that begin with it. */
  beginnings: string[]
}

/** What the bank knows about terms, with up to `mostBeginnings` completions of each open one. */
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

/**
 * Counts part of the words that questions have gained and lost since the last run. One process at a time does this,
 * since two would wait for each other's word locks.
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

/** Questions read, indexed and written per batch. */
const batchSize = 250

/**
 * Rebuilds the search vectors and content hashes that an older version of the code created. Replicas share the work.
 */
export async function indexOutdated(db: Db): Promise<void> {
  while ((await db.transaction().execute(indexBatch)) > 0);
}

type Outdated = Pick<QuestionRow, 'id' | 'title' | 'tags' | 'content' | 'options' | 'answer'>

async function indexBatch(trx: Trx): Promise<number> {
  const { rows } = await sql<Outdated>`
    select id, title, tags, content, options, answer from question where ${isOutdated}
    limit ${batchSize} for update skip locked`.execute(trx)
  if (rows.length === 0) return 0
  const made = rows.map((row) => ({
    id: row.id,
    search_words: searchVector(row),
    content_hash: contentHash(row).toString('hex'),
  }))
  await sql`
    update question set search_words = made.search_words::tsvector, content_hash = decode(made.content_hash, 'hex'),
      search_version = ${searchVersion}
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as made (id uuid, search_words text, content_hash text)
    where question.id = made.id`.execute(trx)
  return rows.length
}

const isOutdated: RawBuilder<unknown> = sql`(search_version < ${searchVersion} or search_version > ${searchVersion})`

/** The maximum number of matches that are ranked and counted; further ones are on no page. */
const mostHits = 1_000

interface Hits {
  /** Those of the requested slice, best first. */
  questions: StoredQuestion[]
  found: number
  /** False if more questions match than were ranked. */
  complete: boolean
}

export interface HitQuery {
  /** Tsqueries: questions with all terms in title and tags come before those with the terms elsewhere. */
  inHead: string
  elsewhere: string
  /** The tsquery that ranks the hits. */
  rankBy: string
  limit: number
  offset: number
}

/** An empty page still has one row, without a question. */
type HitRow = { found: number } & (NamedQuestionRow | { id: null })

export async function findHits(db: Db, query: HitQuery): Promise<Hits> {
  const { rows } = await hitsStatement(query).execute(db)
  const found = rows[0]?.found ?? 0
  return {
    found: Math.min(found, mostHits),
    complete: found <= mostHits,
    questions: rows.flatMap((row) => (row.id === null ? [] : [toQuestion(row)])),
  }
}

/** Finds hits by index, ranks them, and reads the wide rows only for the questions on the page. */
export const hitsStatement = ({
  inHead,
  elsewhere,
  rankBy,
  limit,
  offset,
}: HitQuery): RawBuilder<HitRow> => sql<HitRow>`
  with hit as materialized (
    select position, rank
    from search_hits(${inHead}::tsquery, ${elsewhere}::tsquery, ${rankBy}::tsquery, ${sql.lit(mostHits + 1)})
  ), compared as (
    select position, rank from hit limit ${sql.lit(mostHits)}
  ), page as materialized (
    select position, row_number() over (order by rank desc, position desc) as number from compared
    order by number limit ${limit} offset ${offset}
  ), found as (
    select count(*) as found from hit
  )
  select found.found, question.* from found left join (
    select page.number, ${namedColumns}
    from page join question on question.position = page.position and question.deleted_at is null ${namedJoins}
  ) as question on true
  order by question.number`
