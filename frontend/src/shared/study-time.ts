import { MINUTES_PER_QUESTION, WORDS_PER_MINUTE } from '@rehearse/contracts/constants'

/** Minutes to read a lesson and to answer questions: the same estimate as of a whole path, at least one. */
export const studyMinutes = (lesson: string, questions: number): number =>
  Math.max(1, Math.round(lesson.split(/\s+/).length / WORDS_PER_MINUTE + questions * MINUTES_PER_QUESTION))
