import type { Fact } from '../domain/fact.ts'
import { accuracy } from '../domain/figures.ts'
import { regradeOf } from '../domain/regrade.ts'
import type { SumFigure } from './sums.ts'

/** Of the questions that were tried, those answered right at least once: each counts once, however often it was met. */
export function completionFigure(): SumFigure {
  /** Right answers to each question that was tried. */
  const rights = new Map<string, number>()
  let solved = 0
  return {
    rule: 'Questions answered right at least once among all that were tried, as a rounded percent.',
    change: ({ event }) => {
      if (event.type === 'ProgressReset' && event.data.scope === 'all') {
        const change = { amount: 0 - solved, of: 0 - rights.size }
        rights.clear()
        solved = 0
        return change
      }
      const [questionId, right] = answered(event)
      const before = rights.get(questionId)
      if (before === undefined && event.type !== 'AnswerSubmitted') return { amount: 0, of: 0 }
      const after = (before ?? 0) + right
      rights.set(questionId, after)
      const amount = (after > 0 ? 1 : 0) - ((before ?? 0) > 0 ? 1 : 0)
      solved += amount
      return { amount, of: before === undefined ? 1 : 0 }
    },
    show: accuracy,
  }
}

/** The question, and how many right answers more there are to it. */
function answered({ type, data }: Fact): [questionId: string, right: number] {
  if (type === 'AnswerSubmitted') return [data.questionId, data.isCorrect ? 1 : 0]
  return type === 'AnswerRegraded' ? [data.questionId, regradeOf(data).correct] : ['', 0]
}
