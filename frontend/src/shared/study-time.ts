import type { Pace } from '@rehearse/contracts'
import { MINUTES_PER_QUESTION, WORDS_PER_MINUTE } from '@rehearse/contracts/constants'

/**
 * Minutes to read a lesson and to answer questions, at least one.
 *
 * @param pace the learner's; without it, the estimate that the duration of a whole path has
 */
export const studyMinutes = (lesson: string, questions: number, pace: Pace | undefined): number => {
  const words = pace?.lesson.wordsPerMinute ?? WORDS_PER_MINUTE
  const perQuestion = pace?.question.minutes ?? MINUTES_PER_QUESTION
  return Math.max(1, Math.round(lesson.split(/\s+/).length / words + questions * perQuestion))
}
