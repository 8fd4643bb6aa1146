import type { ShippedQuestion } from '../read-questions.ts'

/** What guessing by form would bring, over the questions with one right option among four. */
export interface Form {
  readonly questions: number
  /** Percent of the right options at each position, first to last; a quarter each would be even. */
  readonly positions: readonly number[]
  /** Percent where the right option is longer than all others; chance alone makes it 25. */
  readonly rightIsLongest: number
  /** Letters of a right option and of a wrong one, on average. */
  readonly letters: { readonly right: number; readonly wrong: number }
}

export function formOf(questions: readonly ShippedQuestion[]): Form {
  const singles = questions.filter(
    ({ options }) => options.length === 4 && options.filter(({ isCorrect }) => isCorrect).length === 1,
  )
  const options = singles.flatMap((question) => question.options)
  const right = options.filter(({ isCorrect }) => isCorrect)
  return {
    questions: singles.length,
    positions: [0, 1, 2, 3].map((position) =>
      percent(singles.filter((one) => one.options[position]?.isCorrect).length, singles.length),
    ),
    rightIsLongest: percent(singles.filter(isRightLongest).length, singles.length),
    letters: {
      right: mean(right.map(({ text }) => text.length)),
      wrong: mean(options.filter(({ isCorrect }) => !isCorrect).map(({ text }) => text.length)),
    },
  }
}

function isRightLongest({ options }: ShippedQuestion): boolean {
  const right = options.find(({ isCorrect }) => isCorrect)?.text.length ?? 0
  return options.every(({ isCorrect, text }) => isCorrect || text.length < right)
}

const percent = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((100 * part) / whole))

const mean = (numbers: readonly number[]): number =>
  numbers.length === 0 ? 0 : Math.round(numbers.reduce((sum, one) => sum + one, 0) / numbers.length)
