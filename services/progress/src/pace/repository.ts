import {
  CHALLENGE_MINUTES,
  MINUTES_PER_CARD,
  MINUTES_PER_QUESTION,
  type Pace,
  WORDS_PER_MINUTE,
} from '@rehearse/contracts'
import type { Backend } from '@rehearse/service-kit'
import { sql } from 'kysely'
import type { Db, ProgressTables } from '../tables.ts'
import { type PaceKind, paceOf, typicalOf } from './pace.rules.ts'

/** How many of a learner's newest times of a kind count. */
const newest = 50
/** Seconds between two ratings of flashcards; after more, the learner was away. */
const longestCard = 300
/** How many learners the population's pace is measured from. */
const sampleSize = 100
/** Milliseconds. */
const measuredEvery = 60 * 60 * 1_000

/** How long a learner takes, from their own newest times and those of others. */
export async function readPace(db: Db, learnerId: string): Promise<Pace> {
  const [own, population] = await Promise.all([
    readTimes(db, [learnerId]),
    db.selectFrom('population_pace').select(['kind', 'factor', 'times']).execute(),
  ])
  return paceOf(own, Object.fromEntries(population.map(({ kind, ...typical }) => [kind, typical])))
}

/** Measures from time to time how long learners take. */
export function measurePace({ database: { db }, runPeriodically }: Backend<ProgressTables>): void {
  runPeriodically('pace', measuredEvery, async () => {
    await storePopulationPace(db)
    return measuredEvery
  })
}

/** Measures the pace of a random sample of learners, unless this or another replica did within the last hour. */
export async function storePopulationPace(db: Db): Promise<void> {
  const { rows: recent } = await sql`
    select from population_pace where measured_at > now() - interval '59 minutes' limit 1`.execute(db)
  if (recent.length > 0) return
  const { rows } = await sql<{ learner_id: string }>`
    select learner_id from learner_totals order by random() limit ${sampleSize}`.execute(db)
  const times = await readTimes(
    db,
    rows.map((row) => row.learner_id),
  )
  for (const [kind, of] of Object.entries(times)) {
    const typical = typicalOf(of)
    if (typical === null) continue
    await sql`
      insert into population_pace (kind, factor, times) values (${kind}, ${typical.factor}, ${typical.times})
      on conflict (kind) do update
      set factor = excluded.factor, times = excluded.times, measured_at = excluded.measured_at`.execute(db)
  }
}

/**
 * Each learner's newest times, relative to the content's estimates, by kind. A flashcard takes the time since the one
 * rated before it.
 */
async function readTimes(
  db: Db,
  learnerIds: readonly string[],
): Promise<Partial<Record<PaceKind, number[]>>> {
  const { rows } = await sql<{ kind: PaceKind; times: number[] }>`
    with learner as (select unnest(${[...learnerIds]}::text[]) as id)
    select kind, array_agg(time) as times from (
      select 'question' as kind, time_spent / ${sql.lit(60 * MINUTES_PER_QUESTION)} as time
      from learner, lateral (
        select time_spent from learner_answer where learner_id = id and time_spent > 0
        order by answered_at desc limit ${newest}) as answered
      union all
      select 'card', seconds / ${sql.lit(60 * MINUTES_PER_CARD)}
      from learner, lateral (
        select extract(epoch from last_review - lag(last_review) over (order by last_review))::float8 as seconds
        from (
          select last_review from learner_card where learner_id = id and reps > 1
          order by last_review desc limit ${newest + 1}) as card) as rated
      where seconds > 0 and seconds <= ${sql.lit(longestCard)}
      union all
      select 'lesson', seconds / greatest(60, round((step ->> 'lessonWords')::float8 / ${sql.lit(WORDS_PER_MINUTE)}) * 60)
      from learner, lateral (
        select path_id, step_id, seconds from learner_lesson where learner_id = id and seconds > 0
        order by read_at desc limit ${newest}) as lesson
      join definition path on path.kind = 'learning-path' and path.id = lesson.path_id
      cross join lateral jsonb_array_elements(path.document -> 'steps') as step
      where step ->> 'id' = lesson.step_id and (step ->> 'lessonWords')::float8 > 0
      union all
      select 'challenge', time_spent / 60 / case difficulty
        when 'beginner' then ${sql.lit(CHALLENGE_MINUTES.easy)} when 'intermediate' then ${sql.lit(CHALLENGE_MINUTES.medium)}
        else ${sql.lit(CHALLENGE_MINUTES.hard)} end
      from learner, lateral (
        select time_spent, difficulty from learner_challenge_attempt
        where learner_id = id and completed and time_spent > 0
        order by attempted_at desc limit ${newest}) as solved
    ) as all_times
    group by kind`.execute(db)
  return Object.fromEntries(rows.map(({ kind, times }) => [kind, times]))
}
