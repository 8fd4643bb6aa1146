import { matchingPositions, readAtPositions } from '../listing/queries.ts'
import type { QuestionFilter } from '../listing/question-filter.ts'
import type { StoredQuestion } from '../questions/question.ts'
import type { Db } from '../tables.ts'

/** Questions that are in memory at a time. */
const batchSize = 100

/**
 * All questions that match when it begins, in order of arrival and in batches. No transaction stays open for a slow
 * client: what is changed meanwhile comes as it is by then, and what is deleted meanwhile doesn't come.
 */
export async function* matchingQuestions(
  db: Db,
  filter: QuestionFilter | null,
): AsyncGenerator<StoredQuestion[], void, void> {
  if (filter === null) return
  const positions = await matchingPositions(db, filter)
  for (let start = 0; start < positions.length; start += batchSize) {
    yield await readAtPositions(db, positions.slice(start, start + batchSize))
  }
}
