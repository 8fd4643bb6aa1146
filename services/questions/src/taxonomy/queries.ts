import type {
  Category,
  LearningPath,
  LearningPathDetails,
  PathStep,
  Section,
  Topic,
} from '@rehearse/contracts'
import { MINUTES_PER_QUESTION, sectionIcon, WORDS_PER_MINUTE } from '@rehearse/contracts'
import { sql } from 'kysely'
import { isListed } from '../nodes/repository.ts'
import type { Db, LearningPathRow } from '../tables.ts'
import { caseFold } from '../text.ts'

/** The number of open questions in each node, counted once for the whole list rather than once per node. */
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

type CountedPath = Omit<LearningPathRow, 'steps'> & { count: number; step_count: number }

/**
 * A path without its lessons. A path without steps contains the questions assigned to it directly. Prerequisites that
 * were deleted are left out, and count again if they are restored.
 */
const pathColumns = sql`
  id, name, description, difficulty, array(
    select required from unnest(prerequisites) with ordinality as given (required, at)
    where exists (select from learning_path as path where path.id = required) order by at) as prerequisites,
  target_skills, question_categories, resources, sort_order,
  lesson_words, revision, jsonb_array_length(steps) as step_count,
  case when steps = '[]' then coalesce(open.count, 0) else (
    select count(distinct question.id)
    from jsonb_array_elements(steps) as step, jsonb_array_elements_text(step -> 'questionIds') as given (id)
    join question on question.id = given.id::uuid
    where question.is_open) end as count`

export async function listLearningPaths(db: Db): Promise<LearningPath[]> {
  const { rows } = await sql<CountedPath>`
    select ${pathColumns}
    from learning_path left join ${openQuestions('learning_path_id')} on open.place_id = id
    where ${isListed('learning_path')}
    order by sort_order, folded_name`.execute(db)
  return rows.map(toLearningPath)
}

/** A path by its id or name. */
export async function findLearningPath(db: Db, wanted: string): Promise<LearningPath | undefined> {
  const { rows } = await sql<CountedPath>`
    select ${pathColumns}
    from learning_path left join ${openQuestions('learning_path_id')} on open.place_id = id
    where id = ${wanted} or folded_name = ${caseFold(wanted)}
    order by id = ${wanted} desc
    limit 1`.execute(db)
  return rows[0] && toLearningPath(rows[0])
}

interface ListedStep extends Pick<PathStep, 'id' | 'title' | 'summary' | 'lesson'> {
  pathId: string
  /** The name of the path. */
  path: string
}

/** The steps of all paths, in order. */
export async function listSteps(db: Db): Promise<ListedStep[]> {
  const { rows } = await sql<ListedStep>`
    select learning_path.id as "pathId", name as path, step ->> 'id' as id, step ->> 'title' as title,
      step ->> 'summary' as summary, step ->> 'lesson' as lesson
    from learning_path, jsonb_array_elements(steps) with ordinality as given (step, at)
    where ${isListed('learning_path')}
    order by sort_order, folded_name, at`.execute(db)
  return rows
}

/**
 * A path by its id, with its steps.
 * @param openOnly leaves out questions that learners can't see
 */
export async function findPathDetails(
  db: Db,
  id: string,
  { openOnly = false } = {},
): Promise<LearningPathDetails | undefined> {
  const { rows } = await sql<CountedPath & { steps: PathStep[] }>`
    select ${pathColumns}, steps
    from learning_path left join ${openQuestions('learning_path_id')} on open.place_id = id
    where id = ${id}`.execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  const path = { ...toLearningPath(row), challenges: await stepChallenges(db, row.steps) }
  if (!openOnly) return { ...path, steps: row.steps }
  const ids = row.steps.flatMap(({ questionIds }) => questionIds)
  const open = await presentQuestions(db, ids, { openOnly })
  const steps = row.steps.map((step) => ({
    ...step,
    questionIds: step.questionIds.filter((questionId) => open.has(questionId)),
  }))
  return { ...path, steps }
}

/** The approved challenges that steps name, in their order. */
async function stepChallenges(
  db: Db,
  steps: readonly PathStep[],
): Promise<LearningPathDetails['challenges']> {
  const ids = steps.flatMap(({ challengeIds = [] }) => challengeIds)
  if (ids.length === 0) return []
  const { rows } = await sql<LearningPathDetails['challenges'][number]>`
    select id, document ->> 'title' as title, document ->> 'difficulty' as difficulty
    from library_entry
    where kind = 'challenges' and status = 'approved' and id = any(${ids}::text[])
    order by sort_order, id`.execute(db)
  return rows
}

/** The ids among these of challenges that exist, whatever their status. */
export async function presentChallenges(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select id from library_entry
    where kind = 'challenges' and id = any(${[...ids]}::text[])`.execute(db)
  return new Set(rows.map((row) => row.id))
}

/** The ids among these that exist. */
export async function presentQuestions(
  db: Db,
  ids: readonly string[],
  { openOnly = false } = {},
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select id from question where id = any(${[...ids]}::uuid[]) and (is_open or not ${openOnly})`.execute(db)
  return new Set(rows.map((row) => row.id))
}

function toLearningPath(row: CountedPath): LearningPath {
  return {
    id: row.id,
    name: row.name,
    title: row.name,
    description: row.description,
    difficulty: row.difficulty,
    estimatedTime: hoursOf(row.count, row.lesson_words),
    prerequisites: row.prerequisites,
    targetSkills: row.target_skills,
    questionCount: row.count,
    stepCount: row.step_count,
    questionCategories: row.question_categories,
    resources: row.resources,
    order: row.sort_order,
    revision: row.revision,
  }
}

/** Hours, rounded to the minute. */
const hoursOf = (questions: number, words: number): number =>
  Math.round(questions * MINUTES_PER_QUESTION + words / WORDS_PER_MINUTE) / 60
