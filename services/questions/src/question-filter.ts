import type { Difficulty, QuestionType } from '@rehearse/contracts'

/** Which questions are meant, in terms of the tables; absent means any. */
export interface QuestionFilter {
  openOnly: boolean
  ids?: string[] | undefined
  categoryId?: string | undefined
  topicId?: string | undefined
  /** null: in no path. */
  learningPathId?: string | null | undefined
  sectionId?: string | undefined
  subcategory?: string | undefined
  difficulty?: Difficulty | undefined
  type?: QuestionType | undefined
  selection?: 'one' | 'many' | undefined
  /** All of them. */
  tags?: string[] | undefined
  isActive?: boolean | undefined
  approved?: boolean | undefined
  /** A tsquery literal: what must be found in the texts. */
  words?: string | undefined
}
