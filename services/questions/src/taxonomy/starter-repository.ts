import type { LearningPathInput, SectionInput } from '@rehearse/contracts'
import { sql } from 'kysely'
import { foldText } from '../questions/fold-text.ts'
import type { Trx } from '../tables.ts'
import type { RevisedPlace } from './repository.ts'

/**
 * Makes the entry, or brings it up to date while no admin has edited it; undefined where it was left alone: it is edited,
 * or its name belongs to another entry by now.
 */
export async function putLearningPath(trx: Trx, path: LearningPathInput): Promise<RevisedPlace | undefined> {
  const { rows } = await sql<RevisedPlace>`
    insert into learning_path (id, name, folded_name, description, difficulty, estimated_time, prerequisites,
      target_skills, question_categories, resources, sort_order)
    select ${path.id}, ${path.title}, ${foldText(path.title)}, ${path.description}, ${path.difficulty},
      ${path.estimatedTime}::float8, ${path.prerequisites}::text[], ${path.targetSkills}::text[],
      ${path.questionCategories}::text[], ${path.resources}::text[], ${path.order}::int
    where not exists (
      select from learning_path where folded_name = ${foldText(path.title)} and id <> ${path.id})
    on conflict (id) do update set
      name = excluded.name, folded_name = excluded.folded_name, description = excluded.description,
      difficulty = excluded.difficulty, estimated_time = excluded.estimated_time,
      prerequisites = excluded.prerequisites, target_skills = excluded.target_skills,
      question_categories = excluded.question_categories, resources = excluded.resources,
      sort_order = excluded.sort_order, revision = excluded.revision
    where learning_path.edited_at is null
    returning id, name, revision`.execute(trx)
  return rows[0]
}

/** The same for a section. */
export async function putSection(trx: Trx, section: SectionInput): Promise<RevisedPlace | undefined> {
  const { rows } = await sql<RevisedPlace>`
    insert into section (id, name, folded_name, description, icon, sort_order)
    select ${section.id}, ${section.name}, ${foldText(section.name)}, ${section.description}, ${section.icon},
      ${section.order}::int
    where not exists (
      select from section where folded_name = ${foldText(section.name)} and id <> ${section.id})
    on conflict (id) do update set
      name = excluded.name, folded_name = excluded.folded_name, description = excluded.description,
      icon = excluded.icon, sort_order = excluded.sort_order, revision = excluded.revision
    where section.edited_at is null
    returning id, name, revision`.execute(trx)
  return rows[0]
}
