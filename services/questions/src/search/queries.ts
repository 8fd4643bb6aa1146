import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/tables.ts'
import { enoughHits } from './search-steps.ts'

/** The best hits whose texts are compared; the others keep the order in which they were found. */
const rankedAtMost = 200

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

/** Takes the steps one by one until enough is found. A `limit` of 0 leaves a step out: Postgres doesn't begin it. */
export function hitsStatement({ steps, rankBy, limit, offset }: HitQuery): RawBuilder<Hits> {
  const name = (index: number) => sql.ref(`step_${index}`)
  const all = steps.map((_, index) => index)
  const count = (index: number) => sql`(select count(*) from ${name(index)})`
  const foundBefore = (index: number) => sql.join([sql`0`, ...all.slice(0, index).map(count)], sql` + `)
  const asked = steps.map(
    (step, index) => sql`${name(index)} as materialized (
      select position from question_search where words @@ ${step}::tsquery order by position desc
      limit case when ${foundBefore(index)} < ${enoughHits} then ${enoughHits + 1} else 0 end
    )`,
  )
  const found = all.map((index) => sql`select ${sql.lit(index)} as step, position from ${name(index)}`)
  return sql<Hits>`
    with ${sql.join(asked)}, hit as materialized (
      select step, position from (${sql.join(found, sql` union all `)}) as found
      order by step, position desc limit ${enoughHits}
    ), best as materialized (
      select position, ts_rank(search_words, ${rankBy}::tsquery) as rank from question
      where deleted_at is null
        and position = any(array(select position from hit order by step, position desc limit ${rankedAtMost}))
    )
    select
      (select count(*) from hit) as found,
      ${foundBefore(steps.length - 1)} < ${enoughHits} and ${foundBefore(steps.length)} <= ${enoughHits} as complete,
      array(
        select position from hit left join best using (position)
        order by rank desc nulls last, step, position desc limit ${limit} offset ${offset}
      ) as positions`
}
