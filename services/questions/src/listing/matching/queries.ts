import { type RawBuilder, sql } from 'kysely'
import { filterConditions } from '../../search/tsquery.ts'
import type { QuestionFilter } from '../question-filter.ts'

/**
 * The questions that match, as a table. What a search finds is gathered first, unless very many match: then, reading on
 * in order soon finds enough of them.
 */
export function matching(filter: QuestionFilter, { dense }: { dense: boolean }): RawBuilder<unknown> {
  const which =
    filter.words === undefined || dense
      ? conditions(filter)
      : sql`question.deleted_at is null and question.position = any(array(${found(filter, filter.words)}))`
  const columns = sql`id, position, created_at, updated_at, folded_title, points, category_id, learning_path_id`
  return sql`(select ${columns} from question where ${which}) as question`
}

/** The positions of what a search finds, by its own index. */
export const found = (filter: QuestionFilter, words: string): RawBuilder<{ position: number }> => sql`
  select position from search_positions(${[words, ...filterConditions(filter)].join(' & ')}, null) as position`

/** What the rows of `question` must be, for a `where`. */
export function conditions(filter: QuestionFilter): RawBuilder<unknown> {
  const { isActive, approved, learningPathId: path } = filter
  // Postgres does not know that these follow from what is asked for, and the indexes are made of them.
  const open = filter.openOnly || (isActive && approved)
  const hidden = isActive === false || approved === false
  const wanted: readonly [unknown, RawBuilder<unknown>][] = [
    [open || undefined, sql`question.is_open`],
    [hidden || undefined, sql`not question.is_open`],
    [filter.categoryId, sql`question.category_id = ${filter.categoryId}`],
    [filter.topicId, sql`question.topic_id = ${filter.topicId}`],
    [path, path === null ? sql`question.learning_path_id is null` : sql`question.learning_path_id = ${path}`],
    [filter.sectionId, sql`question.section_id = ${filter.sectionId}`],
    [filter.subcategory, sql`question.subcategory = ${filter.subcategory}`],
    [filter.difficulty, sql`question.difficulty = ${filter.difficulty}`],
    [filter.type, sql`question.type = ${filter.type}`],
    [filter.selection, sql`question.selection = ${filter.selection}`],
    [filter.tags, sql`question.tags @> ${filter.tags}::text[]`],
    [open && isActive ? undefined : isActive, sql`question.is_active = ${isActive}`],
    [open && approved ? undefined : approved, sql`question.approved = ${approved}`],
    [filter.words, sql`question.search_words @@ ${filter.words}::tsquery`],
  ]
  const given = wanted.flatMap(([value, condition]) => (value === undefined ? [] : [condition]))
  return sql.join([sql`question.deleted_at is null`, ...given], sql` and `)
}
