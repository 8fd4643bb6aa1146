import { DomainError } from '@rehearse/contracts/errors'

/** A copy of one version of a question, with the data that grading and describing an answer needs. */
export interface AnswerKey {
  questionId: string
  version: number
  title: string
  type: 'multiple-choice' | 'true-false' | 'open-ended' | 'code'
  difficulty: 'beginner' | 'intermediate' | 'advanced'
  options: readonly { id: string; isCorrect: boolean; feedback?: string | undefined }[]
  explanation: string
  category: string
  learningPath: string | null
  sectionId: string | null
  /** Steps of learning paths that currently contain the question. */
  steps: readonly { pathId: string; stepId: string }[]
}

/** The answer that a learner gave. */
export interface LearnerAnswer {
  selectedOptionIds?: readonly string[] | undefined
  /** Position of the chosen option, from 0. */
  answer?: number | undefined
  /** The learner's own grade, used for open-ended questions only. */
  isCorrect?: boolean | undefined
}

export interface Grade {
  isCorrect: boolean
  selectedOptionIds: string[]
  graded: 'server' | 'self'
}

/**
 * Grades an answer: it is correct when exactly the correct options were chosen. Learners grade questions without
 * options themselves.
 * @throws {DomainError} invalid, `invalid_answer`, for options that the question doesn't have, or no answer at all
 */
export function grade(key: AnswerKey, submitted: LearnerAnswer): Grade {
  if (key.options.length === 0) {
    if (submitted.isCorrect === undefined)
      throw invalidAnswer('isCorrect', 'is needed for an open-ended question')
    return { isCorrect: submitted.isCorrect, selectedOptionIds: [], graded: 'self' }
  }
  const selected = chosenOptions(key, submitted)
  const right = correctOptionIds(key)
  const isCorrect = selected.length === right.length && right.every((id) => selected.includes(id))
  return { isCorrect, selectedOptionIds: selected, graded: 'server' }
}

export function correctOptionIds(key: AnswerKey): string[] {
  return key.options.filter((option) => option.isCorrect).map((option) => option.id)
}

function chosenOptions(key: AnswerKey, submitted: LearnerAnswer): string[] {
  if (submitted.selectedOptionIds !== undefined) {
    const selected = [...new Set(submitted.selectedOptionIds)]
    const foreign = selected.find((id) => !key.options.some((option) => option.id === id))
    if (foreign !== undefined)
      throw invalidAnswer('selectedOptionIds', 'names an option that the question does not have')
    if (selected.length === 0) throw invalidAnswer('selectedOptionIds', 'must name at least one option')
    return selected
  }
  if (submitted.answer === undefined) throw invalidAnswer('selectedOptionIds', 'is missing')
  const option = key.options[submitted.answer]
  if (option === undefined) throw invalidAnswer('answer', 'is not the position of an option')
  return [option.id]
}

function invalidAnswer(path: string, message: string): DomainError {
  return new DomainError({
    kind: 'invalid',
    code: 'invalid_answer',
    message: 'Invalid progress data',
    details: [{ path, message }],
  })
}
