import { levelOf } from './points.ts'
import type { Standing } from './standing.ts'

/** Round numbers worth a word: they bring no points. */
const measures: readonly { measure: string; figure(standing: Standing): number; at: readonly number[] }[] = [
  {
    measure: 'answers',
    figure: (standing) => standing.totalQuestions,
    at: [10, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000],
  },
  {
    measure: 'correct',
    figure: (standing) => standing.correctAnswers,
    at: [10, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000],
  },
  {
    measure: 'streak',
    figure: (standing) => standing.streak.longest,
    at: [7, 14, 30, 60, 100, 200, 365, 1_000],
  },
  { measure: 'level', figure: (standing) => levelOf(standing.points), at: [5, 10, 20, 30, 50, 75, 100] },
]

const steps = measures.flatMap(({ measure, figure, at }) =>
  at.map((step) => ({ id: `${measure}-${step}`, figure, step })),
)

/** The ids of all milestones that a standing amounts to: `answers-10`, `streak-7` … */
export function milestonesOf(standing: Standing): string[] {
  return steps.filter(({ figure, step }) => step <= figure(standing)).map(({ id }) => id)
}
