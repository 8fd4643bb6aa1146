import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/tables.ts'
import { enoughHits } from './search-steps.ts'

/** The best hits whose texts are compared; the others keep the order in which they were found. */
const rankedAtMost = 100

export interface Hits {
  /** Those of the wanted slice, best first. */
  positions: number[]
  found: number
  /** False when more may match than were found. */
  complete: boolean
}

export interface HitQuery {
  /** From searchSteps. */
  steps: readonly string[]
  /** A tsquery by which the best are ranked. */
  rankBy: string
  limit: number
  offset: number
}

export async function findHits(db: Db, query: HitQuery): Promise<Hits> {
  const { rows } = await hitsStatement(query).execute(db)
  const { positions = [], found = 0, complete = true } = rows[0] ?? {}
  // Within an array they come as text.
  return { positions: positions.map(Number), found, complete }
}

/** Takes the steps one by one until one finds enough; a step of which 0 are wanted costs next to nothing. */
export function hitsStatement({ steps, rankBy, limit, offset }: HitQuery): RawBuilder<Hits> {
  const name = (index: number) => sql.ref(`step_${index}`)
  const all = steps.map((_, index) => index)
  const count = (index: number) => sql`(select count(*) from ${name(index)})`
  const mostOf = (indexes: readonly number[]) => sql`greatest(${sql.join([sql`0`, ...indexes.map(count)])})`
  const asked = steps.map(
    (step, index) => sql`${name(index)} as materialized (
      select position from search_positions(${step},
        case when ${mostOf(all.slice(0, index))} < ${enoughHits} then ${enoughHits + 1} else 0 end) as position
    )`,
  )
  const found = all.map((index) => sql`select ${sql.lit(index)} as step, position from ${name(index)}`)
  return sql<Hits>`
    with ${sql.join(asked)}, hit as materialized (
      select min(step) as step, position from (${sql.join(found, sql` union all `)}) as found
      group by position order by 1, position desc limit ${enoughHits}
    ), best as materialized (
      select position, ts_rank(search_words, ${rankBy}::tsquery) as rank from question
      where deleted_at is null
        and position = any(array(select position from hit order by step, position desc limit ${rankedAtMost}))
    )
    select
      (select count(*) from hit) as found,
      ${mostOf(all.slice(0, -1))} < ${enoughHits} and ${mostOf(all.slice(-1))} <= ${enoughHits} as complete,
      array(
        select position from hit left join best using (position)
        order by rank desc nulls last, step, position desc limit ${limit} offset ${offset}
      ) as positions`
}
