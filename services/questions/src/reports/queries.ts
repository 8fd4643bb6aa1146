import type { PathCoverage, QuestionStats } from '@rehearse/contracts'
import { sql } from 'kysely'
import { isListed } from '../nodes/repository.ts'
import type { Db } from '../tables.ts'

const topCategories = 10
const recentDays = 10

/** Statistics of the bank, without any content of questions. */
export async function readStats(db: Db): Promise<QuestionStats> {
  const [totals, byCategory, byDifficulty, byLearningPath, bySection, activity] = await Promise.all([
    readTotals(db),
    countBy(db, 'category'),
    countBy(db, 'difficulty'),
    countBy(db, 'learningPath'),
    countBy(db, 'section'),
    readRecentActivity(db, recentDays),
  ])
  return {
    totalQuestions: totals.total,
    activeQuestions: totals.active,
    inactiveQuestions: totals.total - totals.active,
    averageDifficulty: rounded(totals.difficulty ?? 0, 2),
    questionsByCategory: Object.fromEntries(byCategory),
    questionsByDifficulty: Object.fromEntries(byDifficulty),
    questionsByLearningPath: Object.fromEntries(byLearningPath),
    questionsBySection: Object.fromEntries(bySection),
    topCategories: byCategory.slice(0, topCategories).map(([category, count]) => ({
      category,
      count,
      percentage: rounded((100 * count) / totals.total, 1),
    })),
    recentActivity: activity.map(({ date, added, updated, deleted }) => ({
      date,
      questionsAdded: added,
      questionsUpdated: updated,
      questionsDeleted: deleted,
    })),
    lastUpdated: totals.last_updated?.toISOString() ?? null,
  }
}

const rounded = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits

interface Totals {
  total: number
  active: number
  /** The mean, with beginner as 1, intermediate as 2 and advanced as 3. */
  difficulty: number | null
  last_updated: Date | null
}

async function readTotals(db: Db): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select
      count(*) as total,
      count(*) filter (where is_active) as active,
      avg(case difficulty when 'beginner' then 1 when 'intermediate' then 2 else 3 end)::float8 as difficulty,
      max(updated_at) as last_updated
    from question where deleted_at is null`.execute(db)
  return rows[0] ?? { total: 0, active: 0, difficulty: null, last_updated: null }
}

/** Categories by name, paths and sections by id, as questions show them. */
const groups = {
  category: { column: 'category_id', name: sql`(select name from category where category.id = place)` },
  difficulty: { column: 'difficulty', name: sql`place` },
  learningPath: { column: 'learning_path_id', name: sql`place` },
  section: { column: 'section_id', name: sql`place` },
}

/** The number of questions for each value, highest first; questions without a value are left out. */
async function countBy(db: Db, group: keyof typeof groups): Promise<[string, number][]> {
  const { column, name } = groups[group]
  const { rows } = await sql<{ name: string; count: number }>`
    select ${name} as name, count
    from (
      select ${sql.ref(column)} as place, count(*) as count from question where deleted_at is null group by 1
    ) as counted
    where place is not null
    order by count desc, name`.execute(db)
  return rows.map((row) => [row.name, row.count])
}

interface DayOfWork {
  date: string
  added: number
  updated: number
  deleted: number
}

/** Changes to the bank on each of the last days (UTC), newest first, including days without changes. */
async function readRecentActivity(db: Db, days: number): Promise<DayOfWork[]> {
  const { rows } = await sql<DayOfWork>`
    with day as (
      select (now() at time zone 'utc')::date - number as date from generate_series(0, ${days - 1}::int) as number
    ), work as (
      select (changed_at at time zone 'utc')::date as date, action, count(*) as count
      from question_version
      where changed_at >= ((now() at time zone 'utc')::date - ${days - 1}::int)::timestamp at time zone 'utc'
      group by 1, 2
    )
    select
      day.date,
      coalesce(sum(count) filter (where action in ('created', 'restored')), 0)::int as added,
      coalesce(sum(count) filter (where action = 'updated'), 0)::int as updated,
      coalesce(sum(count) filter (where action = 'deleted'), 0)::int as deleted
    from day left join work on work.date = day.date
    group by day.date
    order by day.date desc`.execute(db)
  return rows
}

type CoverageRow = Omit<PathCoverage, 'byDifficulty'> & PathCoverage['byDifficulty']

/** What each learning path contains and lacks, counted in one pass over the bank. */
export async function readCoverage(db: Db): Promise<PathCoverage[]> {
  const { rows } = await sql<CoverageRow>`
    with held as (
      select learning_path_id as path_id,
        count(*) filter (where is_open) as open, count(*) filter (where not is_open) as waiting,
        count(*) filter (where is_open and difficulty = 'beginner') as beginner,
        count(*) filter (where is_open and difficulty = 'intermediate') as intermediate,
        count(*) filter (where is_open and difficulty = 'advanced') as advanced,
        count(distinct topic_id) filter (where is_open) as topics,
        count(*) filter (where is_open and explanation = '') as without_explanation,
        count(*) filter (where is_open and (audio_question is not null or audio_answer is not null)) as with_audio,
        array_agg(distinct category_id) filter (where is_open) as categories
      from question where deleted_at is null and learning_path_id is not null group by 1
    ), reported as (
      select question.learning_path_id as path_id, count(*) as reports
      from question_report as report join question on question.id = report.question_id
      where report.state = 'open' and question.deleted_at is null group by 1
    )
    select learning_path.id as "pathId", learning_path.name as title,
      coalesce(open, 0)::int as open, coalesce(waiting, 0)::int as waiting,
      coalesce(beginner, 0)::int as beginner, coalesce(intermediate, 0)::int as intermediate,
      coalesce(advanced, 0)::int as advanced, coalesce(topics, 0)::int as topics,
      coalesce(without_explanation, 0)::int as "withoutExplanation", coalesce(with_audio, 0)::int as "withAudio",
      coalesce(reports, 0)::int as "openReports",
      array(
        select promised from unnest(learning_path.question_categories) with ordinality as named (promised, place)
        where not exists (
          select from category
          where category.id = any(held.categories)
            and (category.id = promised or lower(category.name) = lower(promised)))
        order by place
      ) as "missingCategories"
    from learning_path
    left join held on held.path_id = learning_path.id
    left join reported on reported.path_id = learning_path.id
    where ${isListed('learning_path')}
    order by sort_order, folded_name`.execute(db)
  return rows.map(({ beginner, intermediate, advanced, ...row }) => ({
    ...row,
    byDifficulty: { beginner, intermediate, advanced },
  }))
}
