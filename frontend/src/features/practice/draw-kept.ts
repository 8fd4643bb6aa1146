import type { AnsweredQuestion } from '@rehearse/contracts'
import { MOCK_LENGTH, RUN_LENGTH } from '../../shared/constants.ts'
import { keptQuestions } from '../../shared/offline/kept-questions.ts'
import type { Filters } from './filters.ts'
import type { Round } from './round.ts'

/** A run of questions that were loaded before, shuffled; a plan's day and one's mistakes are then any of them. */
export async function drawKept(uid: string, { mode, filters }: Round): Promise<AnsweredQuestion[]> {
  const fitting = (await keptQuestions(uid)).filter((question) => fits(question, filters))
  return shuffled(fitting).slice(0, mode === 'mock' ? MOCK_LENGTH : RUN_LENGTH)
}

/** Filters name a category by its id, questions by its name. */
const fits = (question: AnsweredQuestion, { learningPath, category, difficulty }: Filters): boolean =>
  (!learningPath || question.learningPath === learningPath) &&
  (!category || question.category.toLowerCase().replaceAll(/\W+/g, '-') === category) &&
  (!difficulty || question.difficulty === difficulty)

const shuffled = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item)
