import type { QuestionFilterQuery } from '@rehearse/contracts'
import { knownNodes } from '../nodes/known-nodes.ts'
import type { QuestionFilter } from '../question-filter.ts'
import { storedType } from '../questions/new-question.ts'
import type { Visibility } from '../questions/question-view.ts'
import type { Db } from '../tables.ts'
import { resolveSearch } from './resolve-search.ts'
import { allOf } from './tsquery.ts'

const selections = { single: 'one', multiple: 'many' } as const

/** The filter for a query; null if it names a taxonomy node that doesn't exist, so that nothing can match. */
export async function filterOf(
  db: Db,
  query: QuestionFilterQuery,
  visible: Visibility,
): Promise<QuestionFilter | null> {
  const nodes = await knownNodes(db, [query])
  if (nodes.fieldErrors(query).length > 0) return null
  const search = query.search === undefined ? undefined : await resolveSearch(db, query.search)
  if (search === null) return null
  const { type, tags } = query
  const { status } = query
  const approved = status === undefined ? query.approved : status === 'approved'
  if (query.approved !== undefined && query.approved !== approved) return null
  return {
    ...visible,
    ids: query.ids,
    categoryId: nodes.find('category', query.category)?.id,
    topicId: nodes.find('topic', query.topic)?.id,
    learningPathId: nodes.find('learning_path', query.learningPath)?.id,
    sectionId: nodes.find('section', query.sectionId)?.id,
    subcategory: query.subcategory,
    difficulty: query.difficulty,
    type: type && storedType(type),
    selection: type === 'single' || type === 'multiple' ? selections[type] : undefined,
    tags: tags
      ?.split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
    isActive: query.isActive,
    approved,
    status: status === 'approved' ? undefined : status,
    words: search && allOf(search.required),
  }
}
