import type { ContentStatus, Difficulty, QuestionType } from '@rehearse/contracts'

/** A filter of questions, in terms of the tables; an absent field matches anything. */
export interface QuestionFilter {
  openOnly: boolean
  /** With `openOnly`: the questions of this author match, too. */
  author?: string | undefined
  ids?: string[] | undefined
  categoryId?: string | undefined
  topicId?: string | undefined
  /** Null matches questions in no path. */
  learningPathId?: string | null | undefined
  sectionId?: string | undefined
  subcategory?: string | undefined
  difficulty?: Difficulty | undefined
  type?: QuestionType | undefined
  selection?: 'one' | 'many' | undefined
  /** Matches questions with all of these tags. */
  tags?: string[] | undefined
  isActive?: boolean | undefined
  approved?: boolean | undefined
  /** A status other than `approved`. */
  status?: Exclude<ContentStatus, 'approved'> | undefined
  /** A tsquery literal to search for in the texts. */
  words?: string | undefined
}
