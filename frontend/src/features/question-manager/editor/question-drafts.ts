import { draftStore, isRecord } from '../../../shared/admin/draft-store.ts'
import type { QuestionDraft } from './question-draft.ts'

const texts = [
  'title',
  'content',
  'selection',
  'difficulty',
  'explanation',
  'category',
  'learningPath',
  'topic',
  'tags',
  'points',
  'timeLimit',
] as const

const isQuestionDraft = (draft: unknown): draft is QuestionDraft =>
  isRecord(draft) &&
  texts.every((name) => typeof draft[name] === 'string') &&
  typeof draft.isActive === 'boolean' &&
  Array.isArray(draft.options) &&
  draft.options.every(
    (option) =>
      isRecord(option) &&
      [option.key, option.text, option.feedback].every((text) => typeof text === 'string') &&
      typeof option.isCorrect === 'boolean',
  )

/** Questions that were being written. */
export const questionDrafts = draftStore('question_drafts', isQuestionDraft)
