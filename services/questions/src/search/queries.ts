import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/tables.ts'
import { conditions } from '../questions/listing/queries.ts'
import type { QuestionFilter } from '../questions/listing/question-filter.ts'
import type { ResolvedSearch } from './resolve-search.ts'
import { allInTitle, allOf, anyOf } from './tsquery.ts'

/** Hits that are ranked at most. Ranking reads each hit's words; nobody reads on beyond a thousand. */
export const rankedAtMost = 1_000

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

/** Where too many match, those that match in their title are ranked rather than others. */
export function rankStatement(
  filter: QuestionFilter,
  { required, welcome }: ResolvedSearch,
  slice: { limit: number; offset: number },
): RawBuilder<RankedHits> {
  const matching = (query: string) => conditions({ ...filter, words: query })
  return sql<RankedHits>`
    with title_hit as materialized (
      select position, search_words from question where ${matching(allInTitle(required))}
      limit ${rankedAtMost + 1}
    ), word_hit as materialized (
      select position, search_words from question where ${matching(allOf(required))}
      limit (select case when count(*) > ${rankedAtMost} then 0 else ${rankedAtMost + 1} end from title_hit)
    ), hit as materialized (
      select position, search_words from (
        select 1 as turn, title_hit.* from title_hit
        union all
        select 2, word_hit.* from word_hit where position not in (select position from title_hit)
      ) as found
      order by turn limit ${rankedAtMost}
    )
    select
      (select count(*) from hit) as ranked,
      greatest((select count(*) from title_hit), (select count(*) from word_hit)) <= ${rankedAtMost} as complete,
      array(
        select position from hit
        order by ts_rank(search_words, ${anyOf([...required, ...welcome])}::tsquery) desc, position desc
        limit ${slice.limit} offset ${slice.offset}
      ) as positions`
}
