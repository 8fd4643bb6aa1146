import type { AnsweredQuestion } from '@rehearse/contracts'
import { MOCK_LENGTH, RUN_LENGTH } from '../../shared/constants.ts'
import { keptQuestions } from '../../shared/offline/kept-questions.ts'
import type { Filters } from './filters.ts'
import type { Round } from './round.ts'
import { shuffled } from './shuffled.ts'

/**
 * A run of questions that were loaded before, shuffled; a plan's day, one's mistakes and bookmarks are then any of them,
 * a run of one is that one or none.
 */
export async function drawKept(
  uid: string,
  { mode, filters, questionId }: Round,
): Promise<AnsweredQuestion[]> {
  const fitting = (await keptQuestions(uid)).filter((question) =>
    mode === 'one' ? question.id === questionId : fits(question, filters),
  )
  return shuffled(fitting).slice(0, mode === 'mock' ? MOCK_LENGTH : RUN_LENGTH)
}

/** Filters name a category by its id, questions by its name. */
const fits = (question: AnsweredQuestion, { learningPath, category, difficulty }: Filters): boolean =>
  (!learningPath || question.learningPath === learningPath) &&
  (!category || question.category.toLowerCase().replaceAll(/\W+/g, '-') === category) &&
  (!difficulty || question.difficulty === difficulty)
