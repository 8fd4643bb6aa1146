import { type RawBuilder, sql } from 'kysely'
import type { StoredQuestion } from '../questions/question.ts'
import {
  type NamedQuestionRow,
  namedColumns,
  namedJoins,
  toQuestion,
} from '../questions/question-repository.ts'
import type { Db } from '../tables.ts'
import { enoughHits } from './newest-bands.ts'

/** The best hits whose texts are compared; the others keep the order in which they were found. */
const rankedAtMost = 100
/** Unless there are as few as these: then all are. */
const few = 200

export interface Hits {
  /** Those of the wanted slice, best first. */
  questions: StoredQuestion[]
  found: number
  /** False when more may match than were found. */
  complete: boolean
}

export interface HitQuery {
  /** From searchSteps. */
  steps: readonly string[]
  /** How many will probably be found. */
  expected: number
  /** A tsquery by which the best are ranked. */
  rankBy: string
  limit: number
  offset: number
}

interface Looked {
  found: number
  complete: boolean
}
/** Where nothing stands on the page there is one row still, without a question. */
type HitRow = Looked & (NamedQuestionRow | { id: null })

export async function findHits(db: Db, query: HitQuery): Promise<Hits> {
  const { rows } = await hitsStatement(query).execute(db)
  const { found, complete } = rows[0] ?? { found: 0, complete: true }
  return { found, complete, questions: rows.flatMap((row) => (row.id === null ? [] : [toQuestion(row)])) }
}

/** Finds hits by their index, ranks the best, and reads what is on the page. */
export const hitsStatement = ({
  steps,
  expected,
  rankBy,
  limit,
  offset,
}: HitQuery): RawBuilder<HitRow> => sql<HitRow>`
  with looked as materialized (
    select positions, complete, cardinality(positions) as found,
      case when cardinality(positions) <= ${sql.lit(few)} then ${sql.lit(few)} else ${sql.lit(rankedAtMost)} end as most
    from search_hits(${[...steps]}::tsquery[], ${expected <= few ? few : 0}, ${enoughHits})
  ), ranked as materialized (
    select found, complete, array(
      select question.position from unnest(positions[:most]) with ordinality as hit (position, place)
      join question on question.position = hit.position and question.deleted_at is null
      order by ts_rank(search_words, ${rankBy}::tsquery) desc, place
    ) || positions[most + 1:] as positions
    from looked
  ), page as (
    select number, ${namedColumns}
    from ranked, unnest(positions[${offset}::int + 1:${offset}::int + ${limit}::int]) with ordinality as hit (place, number)
    join question on question.position = hit.place and question.deleted_at is null ${namedJoins}
  )
  select found, complete, page.* from ranked left join page on true order by number`
