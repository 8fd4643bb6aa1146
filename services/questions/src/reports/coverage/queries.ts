import type { PathCoverage } from '@rehearse/contracts'
import { sql } from 'kysely'
import { isListed } from '../../taxonomy/undone-node-repository.ts'
import type { Db } from '../../tables.ts'

type CoverageRow = Omit<PathCoverage, 'byDifficulty'> & PathCoverage['byDifficulty']

/** What each learning path has and lacks, counted once over the whole bank. */
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
