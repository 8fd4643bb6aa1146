import type { DayAnalytics } from '@rehearse/contracts'
import { type Kysely, sql } from 'kysely'
import type { Day } from '../learner/local-day.ts'
import type { ProgressTables } from '../tables.ts'

/** A row for each day from `from` to `to`, zeros where nothing happened; accuracy is the caller's to work out. */
export async function readDayAnalytics(
  db: Kysely<ProgressTables>,
  learnerId: string,
  { from, to }: { from: Day; to: Day },
): Promise<Omit<DayAnalytics, 'accuracy'>[]> {
  const { rows } = await sql<Omit<DayAnalytics, 'accuracy'>>`
    select asked.day as date,
      coalesce(answers.answered, 0) as "questionsAnswered", coalesce(answers.correct, 0) as "correctAnswers",
      coalesce(answers.time_spent, 0) as "timeSpent", coalesce(answers.points, 0) as points,
      coalesce(attempts.attempted, 0) as "challengesAttempted",
      coalesce(attempts.completed, 0) as "challengesCompleted", coalesce(sittings.begun, 0) as sessions
    from (select generate_series(${from}::date, ${to}::date, '1 day')::date as day) as asked
    left join learner_day as answers on answers.learner_id = ${learnerId} and answers.day = asked.day
    left join (
      select day, count(*)::int as attempted, (count(*) filter (where completed))::int as completed
      from learner_challenge_attempt
      where learner_id = ${learnerId} and day between ${from} and ${to} group by day
    ) as attempts on attempts.day = asked.day
    left join (
      select day, count(*)::int as begun from learner_session
      where learner_id = ${learnerId} and day between ${from} and ${to} group by day
    ) as sittings on sittings.day = asked.day
    order by asked.day`.execute(db)
  return rows
}
