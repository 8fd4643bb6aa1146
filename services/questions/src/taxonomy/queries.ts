import type { Category, LearningPath, Section, Topic } from '@rehearse/contracts'
import { sectionIcon } from '@rehearse/contracts'
import { sql } from 'kysely'
import { foldText } from '../questions/question-text.ts'
import type { Db, LearningPathRow } from '../tables.ts'
import { isListed } from './repository.ts'

/** How many open questions each entry has: counted once for the whole list, not once for each entry. */
const openQuestions = (column: string) => sql`(
  select ${sql.ref(column)} as place_id, count(*) as count from question where is_open group by 1) as open`

export async function listCategories(db: Db): Promise<Category[]> {
  const { rows } = await sql<Category>`
    select id, name, coalesce(open.count, 0) as "questionCount", revision
    from category left join ${openQuestions('category_id')} on open.place_id = id
    where ${isListed('category')}
    order by folded_name`.execute(db)
  return rows
}

export async function listTopics(db: Db): Promise<Topic[]> {
  const { rows } = await sql<Topic>`
    select id, name, coalesce(open.count, 0) as "questionCount", revision
    from topic left join ${openQuestions('topic_id')} on open.place_id = id
    where ${isListed('topic')}
    order by folded_name`.execute(db)
  return rows
}

export async function listSections(db: Db): Promise<Section[]> {
  const { rows } = await sql<Section>`
    select id, name, description, icon, sort_order as "order", coalesce(open.count, 0) as "questionCount",
      revision
    from section left join ${openQuestions('section_id')} on open.place_id = id
    where ${isListed('section')}
    order by sort_order, folded_name`.execute(db)
  return rows.map((row) => ({ ...row, icon: sectionIcon.catch('learning').parse(row.icon) }))
}

type CountedPath = LearningPathRow & { count: number }

export async function listLearningPaths(db: Db): Promise<LearningPath[]> {
  const { rows } = await sql<CountedPath>`
    select learning_path.*, coalesce(open.count, 0) as count
    from learning_path left join ${openQuestions('learning_path_id')} on open.place_id = id
    where ${isListed('learning_path')}
    order by sort_order, folded_name`.execute(db)
  return rows.map(toLearningPath)
}

/** A path by its id or name. */
export async function findLearningPath(db: Db, wanted: string): Promise<LearningPath | undefined> {
  const { rows } = await sql<CountedPath>`
    select learning_path.*,
      (select count(*) from question where is_open and learning_path_id = learning_path.id) as count
    from learning_path
    where id = ${wanted} or folded_name = ${foldText(wanted)}
    order by id = ${wanted} desc
    limit 1`.execute(db)
  return rows[0] && toLearningPath(rows[0])
}

function toLearningPath(row: CountedPath): LearningPath {
  return {
    id: row.id,
    name: row.name,
    title: row.name,
    description: row.description,
    difficulty: row.difficulty,
    estimatedTime: row.estimated_time,
    prerequisites: row.prerequisites,
    targetSkills: row.target_skills,
    questionCount: row.count,
    questionCategories: row.question_categories,
    resources: row.resources,
    order: row.sort_order,
    revision: row.revision,
  }
}
