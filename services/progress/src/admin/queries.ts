import { ITEM_STATISTICS_MIN, type QuestionAnswer, type QuestionResponse } from '@rehearse/contracts'
import { type RawBuilder, sql } from 'kysely'
import type { Day } from '../learner/days.ts'
import type { Db } from '../tables.ts'

export interface DayTotals {
  answers: number
  correctAnswers: number
  timeSpent: number
  challengeAttempts: number
  reviews: number
}

/** Each day of a range, with zeros for days without answers. */
export async function readPlatformDays(
  db: Db,
  span: { from: Day; to: Day },
): Promise<({ date: Day; activeLearners: number; newLearners: number } & DayTotals)[]> {
  const { rows } = await platformDays<{ date: Day; activeLearners: number; newLearners: number } & DayTotals>(
    span,
  ).execute(db)
  return rows
}

export const platformDays = <Row>({ from, to }: { from: Day; to: Day }): RawBuilder<Row> => sql<Row>`
  select asked.day as date, coalesce(active_learners, 0) as "activeLearners",
    coalesce(new_learners, 0) as "newLearners", coalesce(answers, 0) as answers,
    coalesce(correct, 0) as "correctAnswers", coalesce(time_spent, 0) as "timeSpent",
    coalesce(challenge_attempts, 0) as "challengeAttempts", coalesce(reviews, 0) as reviews
  from (select generate_series(${from}::date, ${to}::date, '1 day')::date as day) as asked
  left join platform_day on platform_day.day = asked.day
  order by asked.day`

/** Totals over all days, read from one row per day, however many answers there were. */
export async function readPlatformTotals(db: Db): Promise<{ learners: number } & DayTotals> {
  const { rows } = await sql<{ learners: number } & DayTotals>`
    select coalesce(sum(new_learners), 0)::int as learners, coalesce(sum(answers), 0)::int as answers,
      coalesce(sum(correct), 0)::int as "correctAnswers", coalesce(sum(time_spent), 0) as "timeSpent",
      coalesce(sum(challenge_attempts), 0)::int as "challengeAttempts", coalesce(sum(reviews), 0)::int as reviews
    from platform_day`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('a sum has a row')
  return row
}

export interface PlanFunnelRow {
  planId: string
  title: string | null
  started: number
  answered: number
  halfway: number
  completed: number
}

export async function readPlanFunnel(db: Db): Promise<PlanFunnelRow[]> {
  const { rows } = await planFunnel.execute(db)
  return rows
}

export const planFunnel = sql<PlanFunnelRow>`
  select funnel.*, definition.document ->> 'name' as title
  from (
    select plan_id as "planId", count(*)::int as started,
      (count(*) filter (where answered > 0))::int as answered,
      (count(*) filter (where answered * 2 >= total_questions and answered > 0))::int as halfway,
      (count(*) filter (where answered >= total_questions and answered > 0))::int as completed
    from plan_participant group by plan_id
  ) as funnel
  left join definition on definition.kind = 'plan' and definition.id = funnel."planId"
  order by funnel.started desc, funnel."planId"`

export interface ItemRow {
  version: number
  versions: number[]
  title: string
  options: { id: string; isCorrect: boolean }[]
  answer: QuestionAnswer | null
  n: number
  facility: number | null
  discrimination: number | null
  medianTime: number | null
}

/**
 * Every version of a question with the statistics of its first attempts, newest first. Versions that differ only in
 * metadata are one row, under the newest of them.
 *
 * Facility is the share of correct answers. Discrimination is the point-biserial correlation between answering this
 * question correctly and the same respondent's share of correct answers to other questions (the item-rest
 * correlation; Crocker and Algina, Introduction to Classical and Modern Test Theory, 1986, chapter 14). The item
 * itself is left out of that share, since it would correlate with itself.
 */
export async function readItem(db: Db, questionId: string): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select item.version, pooled.versions, item.title, item.options, item.answer, figures.n, figures.facility, figures.discrimination,
      figures.median_time as "medianTime"
    from (
      select last_version as version, array_agg(version order by version desc) as versions
      from item_version where question_id = ${questionId} group by last_version
    ) as pooled
    join answer_key item on item.question_id = ${questionId} and item.version = pooled.version
    cross join lateral (
      select count(*)::int as n, avg(given.correct::int)::float8 as facility,
        corr(given.correct::int,
          (others.correct - given.correct::int)::float8 / nullif(others.answered - 1, 0)) as discrimination,
        percentile_cont(0.5) within group (order by given.time_spent) as median_time
      from item_answer given
      join item_respondent others on others.respondent = given.respondent
      where given.question_id = item.question_id and given.question_version = any(pooled.versions)
        and given.attempt = 1
    ) as figures
    order by item.version desc`.execute(db)
  return rows
}

/** How often each option was chosen at first attempts, by version and option id. */
export async function readPicks(db: Db, questionId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ version: number; option: string; count: number }>`
    select item.last_version as version, option, count(*)::int as count
    from item_answer given
    join item_version item on item.question_id = ${questionId} and item.version = given.question_version,
      unnest(given.selected) as option
    where given.question_id = ${questionId} and given.attempt = 1
    group by item.last_version, option`.execute(db)
  return new Map(rows.map(({ version, option, count }) => [pickKey(version, option), count]))
}

/** A response, or one of its pairs, and how often it was given. */
export interface ResponseCount {
  version: number
  response: QuestionResponse
  count: number
}

/** The maximum number of texts or numbers per version. */
const frequent = 10

/** The responses at first attempts: pairs one by one, and the most frequent texts and numbers of each version. */
export async function readResponses(db: Db, questionId: string): Promise<ResponseCount[]> {
  const { rows } = await sql<ResponseCount>`
    with given as (
      select item.last_version as version, given.respondent, given.response from item_answer given
      join item_version item on item.question_id = ${questionId} and item.version = given.question_version
      where given.question_id = ${questionId} and given.attempt = 1 and given.response is not null
    ), pairs as (
      select version, jsonb_build_object('kind', 'pairs', 'pairs', jsonb_build_array(pair)) as response,
        count(*)::int as count
      from given, jsonb_array_elements(response -> 'pairs') as pair
      where response ->> 'kind' = 'pairs' group by version, pair
    ), texts as (
      select version, min(response::text)::jsonb as response, count(*)::int as count
      from given where response ->> 'kind' = 'text'
      group by version, lower(regexp_replace(trim(response ->> 'text'), '\\s+', ' ', 'g'))
      having count(distinct respondent) > 1
    ), numbers as (
      select version, response, count(*)::int as count
      from given where response ->> 'kind' = 'number' group by version, response
    ), ranked as (
      select *, row_number() over (partition by version order by count desc, response::text) as rank
      from (select * from texts union all select * from numbers) as counted
    )
    select version, response, count from pairs
    union all
    select version, response, count from ranked where rank <= ${frequent}
    order by version, count desc`.execute(db)
  return rows
}

export const pickKey = (version: number, optionId: string): string => `${version}/${optionId}`

export interface ItemStats {
  questionId: string
  version: number
  newestVersion: number
  title: string
  optionCount: number
  rightCount: number
  n: number
  facility: number
  discrimination: number | null
  medianTime: number
}

/**
 * Each version of each question that enough learners have answered, grouped by question, newest version first; see
 * readItem for the statistics. Deleted questions are left out.
 */
export async function readAllItems(db: Db): Promise<ItemStats[]> {
  const { rows } = await sql<ItemStats>`
    with figures as (
      select given.question_id, item.last_version as version, count(*)::int as n,
        avg(given.correct::int)::float8 as facility,
        corr(given.correct::int,
          (others.correct - given.correct::int)::float8 / nullif(others.answered - 1, 0)) as discrimination,
        percentile_cont(0.5) within group (order by given.time_spent) as median_time
      from item_answer given
      join item_respondent others on others.respondent = given.respondent
      join item_version item on item.question_id = given.question_id and item.version = given.question_version
      where given.attempt = 1
      group by given.question_id, item.last_version
      having count(*) >= ${ITEM_STATISTICS_MIN}
    )
    select figures.question_id as "questionId", figures.version, bank.version as "newestVersion", item.title,
      jsonb_array_length(item.options) as "optionCount",
      (select count(*)::int from jsonb_array_elements(item.options) as option
        where (option ->> 'isCorrect')::boolean) as "rightCount",
      n, facility, discrimination, median_time as "medianTime"
    from figures
    join answer_key item on item.question_id = figures.question_id and item.version = figures.version
    join bank_question bank on bank.question_id = figures.question_id and bank.is_open
    order by figures.question_id, figures.version desc`.execute(db)
  return rows
}
