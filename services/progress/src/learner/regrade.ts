import type { AnswerRegradedData } from '@rehearse/contracts'
import { answerPoints } from './points.ts'

/** What a regraded answer changes in the totals: nothing where a reset has let them begin anew since. */
export function regradeOf(regraded: AnswerRegradedData): { correct: number; points: number } {
  const { counts, wasCorrect, isCorrect } = regraded
  if (!counts.totals || wasCorrect === isCorrect) return { correct: 0, points: 0 }
  return {
    correct: isCorrect ? 1 : -1,
    points: answerPoints({ ...regraded, isCorrect }) - answerPoints({ ...regraded, isCorrect: wasCorrect }),
  }
}
