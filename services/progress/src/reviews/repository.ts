import { CARD_FIT_MIN } from '@rehearse/contracts'
import { isErased } from '@rehearse/event-store'
import { sql } from 'kysely'
import { learnerStream } from '../learner/events.ts'
import type { Db } from '../tables.ts'

/* What fits of weights read, and when each learner's weights were last fitted. */

const learnersPerPage = 200
/** A fit uses the cards reviewed last, up to this many ratings in total, without cards that have more than `ratingsPerCard`. */
const ratingsMax = 10_000
const ratingsPerCard = 64

/** The number of ratings of all cards. */
export async function countRatings(db: Db, learnerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(reps), 0)::int as count from learner_card where learner_id = ${learnerId}`.execute(db)
  return rows[0]?.count ?? 0
}

/** The next learners with enough answers and reviews; `last` is null after the last page. */
export async function nextLearners(
  db: Db,
  after: string,
): Promise<{ learnerIds: string[]; last: string | null }> {
  const { rows } = await sql<{ learnerId: string; total: number }>`
    select learner_id as "learnerId",
      total_questions + coalesce((tally ->> 'cardsReviewed')::int, 0) as total
    from learner_totals where learner_id > ${after} order by learner_id limit ${learnersPerPage}`.execute(db)
  return {
    learnerIds: rows.flatMap(({ learnerId, total }) => (total >= CARD_FIT_MIN ? [learnerId] : [])),
    last: rows.length < learnersPerPage ? null : (rows.at(-1)?.learnerId ?? null),
  }
}

/** Whether it is this process's turn to fit: one that was interrupted is repeated after ten minutes. */
export async function claimFit(db: Db, learnerId: string, ratings: number): Promise<boolean> {
  const { rows } = await sql`
    insert into learner_card_fit (learner_id, reviews, started_at)
    select ${learnerId}, ${ratings}, now() where not ${isErased(sql`${learnerStream(learnerId)}`)}
    on conflict (learner_id) do update set reviews = excluded.reviews, started_at = now(), finished_at = null
    where case when learner_card_fit.finished_at is null
      then learner_card_fit.started_at < now() - interval '10 minutes'
      -- After a reset there are fewer.
      else excluded.reviews >= ${CARD_FIT_MIN}::int
        + case when learner_card_fit.reviews > excluded.reviews then 0 else learner_card_fit.reviews end
      end
    returning learner_id`.execute(db)
  return rows.length > 0
}

export async function finishFit(db: Db, learnerId: string): Promise<void> {
  await sql`update learner_card_fit set finished_at = now() where learner_id = ${learnerId}`.execute(db)
}

/** The ratings of the cards reviewed last, oldest first. */
export async function readRatings(db: Db, learnerId: string): Promise<number[][]> {
  const { rows } = await sql<{ ratings: number[] }>`
    select ratings::float8[] as ratings from (
      select ratings, last_review, question_id,
        sum(cardinality(ratings)) over (order by last_review desc, question_id) as sum
      from learner_card where learner_id = ${learnerId} and cardinality(ratings) <= ${ratingsPerCard}
    ) as card
    where sum <= ${ratingsMax} order by last_review desc, question_id`.execute(db)
  return rows.map(({ ratings }) => ratings.toReversed())
}
