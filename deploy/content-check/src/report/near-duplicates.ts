import type { ContentQuestion } from '../read-questions.ts'
import { type Pair, similarPairs } from './similar.ts'

/** From here on two questions are listed, for somebody to read beside each other. */
const worthReading = 0.5
/** From here on they ask the same: one of them has to go. Questions that share their code alone stay below. */
const theSame = 0.85

/** Questions that say nearly the same, by what is asked and what can be answered. */
export const nearDuplicates = (
  questions: readonly ContentQuestion[],
  threshold = worthReading,
): Pair<ContentQuestion>[] => similarPairs(questions, textOf, threshold)

export const duplicateFaults = (questions: readonly ContentQuestion[]): string[] =>
  nearDuplicates(questions, theSame).map((pair) => `${describePair(pair)}: ask the same`)

export const describePair = ({ one, other, likeness }: Pair<ContentQuestion>): string =>
  `${Math.round(likeness * 100)} %  ${one.file}: ${one.question.title}  ~  ${other.file}: ${other.question.title}`

const textOf = ({ question }: ContentQuestion): string =>
  [question.content, ...question.options.map(({ text }) => text)].join('\n')
