import type { BulkActionInput } from '@rehearse/contracts'
import type { KnownPlaces } from '../catalogue/places.ts'
import type { Place, StoredQuestion } from '../questions/question.ts'

/** Tags that a question may carry. */
const tagsMax = 30

/** The question as the action leaves it, without its new version; a sentence where the action can't be done. */
export function applyAction(
  question: StoredQuestion,
  input: BulkActionInput,
  { places, at }: { places: KnownPlaces; at: Date },
): StoredQuestion | string {
  switch (input.action) {
    case 'activate':
      return { ...question, isActive: true }
    case 'deactivate':
      return { ...question, isActive: false }
    case 'approve':
      return { ...question, approved: true }
    case 'delete':
      return { ...question, deletedAt: at }
    case 'tag': {
      const { add, remove } = input.value
      const tags = [...new Set([...question.tags.filter((tag) => !remove.includes(tag)), ...add])]
      return tags.length > tagsMax ? `A question has at most ${tagsMax} tags` : { ...question, tags }
    }
    case 'move': {
      const { category, topic, learningPath, sectionId } = input.value
      const moved = (name: string | null | undefined, now: Place | null, found: Place | null) =>
        name === undefined ? now : found
      return {
        ...question,
        category: places.find('category', category) ?? question.category,
        topic: moved(topic, question.topic, places.find('topic', topic)),
        learningPath: moved(learningPath, question.learningPath, places.find('learning_path', learningPath)),
        section: moved(sectionId, question.section, places.find('section', sectionId)),
      }
    }
  }
}
