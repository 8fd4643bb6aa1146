import type {
  AnswerSubmittedData,
  CorrectResponse,
  QuestionAnswer,
  QuestionResponse,
  QuestionType,
} from '@rehearse/contracts'
import { DomainError } from '@rehearse/contracts/errors'
import {
  correctResponseOf,
  isCorrectResponse,
  promptOf,
  responseError,
} from '@rehearse/contracts/typed-grading'

/** A copy of one version of a question, with the data that grading and describing an answer needs. */
export interface AnswerKey {
  questionId: string
  version: number
  title: string
  type: QuestionType
  difficulty: 'beginner' | 'intermediate' | 'advanced'
  options: readonly { id: string; isCorrect: boolean; feedback?: string | undefined }[]
  /** The key of a matching, short-answer or numeric question. */
  answer: QuestionAnswer | null
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
  /** For matching, short-answer and numeric questions. */
  response?: QuestionResponse | undefined
  /** The learner's own grade, used for open-ended questions only. */
  isCorrect?: boolean | undefined
}

export interface Grade {
  isCorrect: boolean
  selectedOptionIds: string[]
  /** The given pairs or number. */
  response: Exclude<QuestionResponse, { kind: 'text' }> | null
  /** The given text. */
  responseText: string | null
  graded: 'server' | 'self'
}

/**
 * Grades an answer: it is correct when exactly the correct options were chosen, or the response is correct. Learners
 * grade open-ended questions themselves.
 * @throws {DomainError} invalid, `invalid_answer`, for options that the question doesn't have, a response of another
 *   kind, or no answer at all
 */
export function grade(key: AnswerKey, submitted: LearnerAnswer): Grade {
  if (key.answer !== null) return gradeResponse(key, submitted)
  if (submitted.response) throw invalidAnswer('response', 'is of another kind than the question')
  if (key.options.length === 0) {
    if (submitted.isCorrect === undefined)
      throw invalidAnswer('isCorrect', 'is needed for an open-ended question')
    return { isCorrect: submitted.isCorrect, selectedOptionIds: [], ...noResponse, graded: 'self' }
  }
  const selected = chosenOptions(key, submitted)
  const right = correctOptionIds(key)
  const isCorrect = selected.length === right.length && right.every((id) => selected.includes(id))
  return { isCorrect, selectedOptionIds: selected, ...noResponse, graded: 'server' }
}

const noResponse = { response: null, responseText: null }

function gradeResponse(key: AnswerKey, { response }: LearnerAnswer): Grade {
  const prompt = promptFor(key)
  if (key.answer === null || prompt === null || response === undefined) {
    throw invalidAnswer('response', 'is missing')
  }
  const error = responseError(prompt, response)
  if (error !== undefined) throw invalidAnswer('response', error)
  const isText = response.kind === 'text'
  return {
    isCorrect: isCorrectResponse(key.answer, prompt, response),
    selectedOptionIds: [],
    response: isText ? null : response,
    responseText: isText ? response.text : null,
    graded: 'server',
  }
}

/** What a recorded answer gave. A text is personal, so it is missing in the answers of erased learners. */
export const responseOf = ({
  response,
  responseText,
}: Pick<AnswerSubmittedData, 'response' | 'responseText'>): QuestionResponse | null =>
  responseText == null ? response : { kind: 'text', text: responseText }

/** Grades a recorded answer to such a question by another version of its key. */
export function isRecordedAnswerCorrect(
  key: AnswerKey,
  answer: Pick<AnswerSubmittedData, 'response' | 'responseText'>,
): boolean {
  const prompt = promptFor(key)
  const given = responseOf(answer)
  return (
    key.answer !== null && prompt !== null && given !== null && isCorrectResponse(key.answer, prompt, given)
  )
}

/** The solution of a matching, short-answer or numeric question; null for other types. */
export function solutionOf(key: AnswerKey): CorrectResponse | null {
  const prompt = promptFor(key)
  return key.answer && prompt && correctResponseOf(key.answer, prompt)
}

export const promptFor = ({ questionId: id, version, answer }: AnswerKey) => promptOf({ id, version, answer })

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
