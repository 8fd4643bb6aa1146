import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/tables.ts'
import { conditions } from '../questions/listing/queries.ts'
import type { QuestionFilter } from '../questions/listing/question-filter.ts'
import type { ResolvedSearch } from './resolve-search.ts'
import { allInHead, allOf, anyOf } from './tsquery.ts'

/** Hits that are ranked at most. Ranking has to read each of them; nobody reads on beyond the fiftieth page. */
const rankedAtMost = 500

export interface RankedHits {
  /** Those of the wanted slice, best first. */
  positions: number[]
  /** How many were found and ranked. */
  ranked: number
  /** False when more match than were ranked. */
  complete: boolean
}

export async function rankHits(
  db: Db,
  filter: QuestionFilter,
  search: ResolvedSearch,
  slice: { limit: number; offset: number },
): Promise<RankedHits> {
  const { rows } = await rankStatement(filter, search, slice).execute(db)
  const { positions = [], ranked = 0, complete = true } = rows[0] ?? {}
  // Within an array they come as text.
  return { positions: positions.map(Number), ranked, complete }
}

/** Where too many match, those that match in title and tags are ranked rather than others: they rank higher anyway. */
export function rankStatement(
  filter: QuestionFilter,
  { required, welcome }: ResolvedSearch,
  slice: { limit: number; offset: number },
): RawBuilder<RankedHits> {
  const matching = (query: string) => sql`
    select position, ts_rank(search_words, ${anyOf([...required, ...welcome])}::tsquery) as rank
    from question where ${conditions({ ...filter, words: query })}`
  return sql<RankedHits>`
    with head_hit as materialized (
      ${matching(allInHead(required))} limit ${rankedAtMost + 1}
    ), word_hit as materialized (
      ${matching(allOf(required))}
      limit (select case when count(*) > ${rankedAtMost} then 0 else ${rankedAtMost + 1} end from head_hit)
    ), hit as materialized (
      select position, rank from (
        select 1 as turn, head_hit.* from head_hit
        union all
        select 2, word_hit.* from word_hit where position not in (select position from head_hit)
      ) as found
      order by turn limit ${rankedAtMost}
    )
    select
      (select count(*) from hit) as ranked,
      greatest((select count(*) from head_hit), (select count(*) from word_hit)) <= ${rankedAtMost} as complete,
      array(
        select position from hit order by rank desc, position desc limit ${slice.limit} offset ${slice.offset}
      ) as positions`
}
