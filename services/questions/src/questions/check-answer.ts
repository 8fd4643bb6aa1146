import { DomainError } from '@rehearse/contracts'
import { correctOptionIds, type StoredQuestion } from './question.ts'

/**
 * Grades a visitor's answer: right when exactly the right options were chosen. Nothing is recorded.
 * @throws {DomainError} invalid, `invalid_answer`, for options that the question doesn't have, or none chosen
 */
export function checkAnswer(question: StoredQuestion, selectedOptionIds: readonly string[]) {
  const { options, explanation } = question
  const selected = new Set(selectedOptionIds)
  const foreign = [...selected].find((id) => !options.some((option) => option.id === id))
  if (foreign !== undefined) throw invalidAnswer('names an option that the question does not have')
  if (options.length > 0 && selected.size === 0) throw invalidAnswer('must name at least one option')
  const right = correctOptionIds(options)
  return {
    isCorrect:
      options.length === 0 ? null : right.length === selected.size && right.every((id) => selected.has(id)),
    correctOptionIds: right,
    explanation,
    optionFeedback: options.flatMap(({ id, feedback }) => (feedback === undefined ? [] : [{ id, feedback }])),
  }
}

const invalidAnswer = (message: string) =>
  new DomainError({
    kind: 'invalid',
    code: 'invalid_answer',
    message: 'Invalid answer',
    details: [{ path: 'selectedOptionIds', message }],
  })
