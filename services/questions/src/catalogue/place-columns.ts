import { foldText } from '../questions/fold-text.ts'

type Fields = Readonly<Record<string, unknown>>

/** Columns that hold a field under the field's own name apart from its spelling. */
const columnOf: Readonly<Record<string, string>> = {
  description: 'description',
  icon: 'icon',
  order: 'sort_order',
  difficulty: 'difficulty',
  estimatedTime: 'estimated_time',
  prerequisites: 'prerequisites',
  targetSkills: 'target_skills',
  questionCategories: 'question_categories',
  resources: 'resources',
}

/** The name that a body gives; of a path, its title and its name are one. */
export function nameIn(fields: Fields): string | undefined {
  const name = fields.name ?? fields.title
  return typeof name === 'string' ? name : undefined
}

/** What the given fields become in the row; absent ones are left out, and so stay. */
export function toColumns(fields: Fields): Record<string, unknown> {
  const name = nameIn(fields)
  const columns: Record<string, unknown> = name === undefined ? {} : { name, folded_name: foldText(name) }
  for (const [field, column] of Object.entries(columnOf)) {
    if (fields[field] !== undefined) columns[column] = fields[field]
  }
  return columns
}
