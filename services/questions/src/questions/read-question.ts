import { isDeepStrictEqual } from 'node:util'
import {
  correctResponseOf,
  DomainError,
  isCorrectResponse,
  promptOf,
  type QuestionResponse,
  responseError,
} from '@rehearse/contracts'
import type { Principal } from '@rehearse/service-kit'
import type { Db } from '../tables.ts'
import type { StoredVersion } from './question.ts'
import { correctOptionIds, isOpen, questionNotFound, type StoredQuestion } from './question.ts'
import { findQuestion } from './question-repository.ts'
import { seesEverything, visibility } from './question-view.ts'
import { readVersions } from './version-repository.ts'

/** A question that this user may see. @throws {DomainError} not-found, for hidden and unknown questions alike */
export async function findVisibleQuestion(
  db: Db,
  id: string,
  principal: Principal | null,
): Promise<StoredQuestion> {
  const question = await findQuestion(db, id)
  if (question === undefined || !isVisible(question, principal)) throw questionNotFound()
  return question
}

export function isVisible(
  question: StoredQuestion,
  principal: Pick<Principal, 'id' | 'role'> | null,
): boolean {
  const { openOnly, author } = visibility(principal)
  if (question.deletedAt !== null) return false
  return !openOnly || isOpen(question) || (author !== undefined && question.createdBy === author)
}

/**
 * Versions of a question, deleted or not, newest first, each with the fields that differ from the previous one.
 * @throws {DomainError} not-found, also for an author and another's question, whose versions include drafts
 */
export async function readHistory(
  db: Db,
  id: string,
  { page, pageSize, principal }: { page: number; pageSize: number; principal: Principal },
) {
  const question = await findQuestion(db, id)
  const mayRead = seesEverything(principal) || question?.createdBy === principal.id
  if (question === undefined || !mayRead) throw questionNotFound()
  // One more than the page, since the last version is compared with its predecessor.
  const rows = await readVersions(db, id, pageSize + 1, (page - 1) * pageSize)
  const versions = rows.slice(0, pageSize).map((row, index) => ({
    version: row.version,
    action: row.action,
    changedBy: row.changed_by,
    changedAt: row.changed_at.toISOString(),
    changes: changedFields(rows[index + 1]?.question, row.question),
    question: row.question,
  }))
  return { versions, totalCount: question.version }
}

function changedFields(before: StoredVersion | undefined, after: StoredVersion): string[] {
  if (before === undefined) return []
  const fields = Object.keys(after) as (keyof StoredVersion)[]
  return fields.filter((field) => !isDeepStrictEqual(before[field], after[field]))
}

interface GivenAnswer {
  selectedOptionIds: readonly string[]
  response?: QuestionResponse | undefined
}

/**
 * Grades a visitor's answer: it is correct when exactly the correct options were chosen, or the response is. Nothing
 * is recorded.
 * @throws {DomainError} invalid, `invalid_answer`, for options that the question doesn't have, or without any, and for
 *   a response that doesn't fit the question
 */
export function checkAnswer(question: StoredQuestion, given: GivenAnswer) {
  if (question.answer !== null) return checkResponse(question, question.answer, given)
  if (given.response) throw invalidAnswer('is of another kind than the question', 'response')
  const { selectedOptionIds } = given
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
    correctResponse: null,
    explanation,
    optionFeedback: options.flatMap(({ id, feedback }) => (feedback === undefined ? [] : [{ id, feedback }])),
  }
}

function checkResponse(
  question: StoredQuestion,
  answer: NonNullable<StoredQuestion['answer']>,
  { selectedOptionIds, response }: GivenAnswer,
) {
  const prompt = promptOf(question)
  if (selectedOptionIds.length > 0) throw invalidAnswer('names an option that the question does not have')
  if (prompt === null || response === undefined) throw invalidAnswer('is missing', 'response')
  const error = responseError(prompt, response)
  if (error !== undefined) throw invalidAnswer(error, 'response')
  return {
    isCorrect: isCorrectResponse(answer, prompt, response),
    correctOptionIds: [],
    correctResponse: correctResponseOf(answer, prompt),
    explanation: question.explanation,
    optionFeedback: [],
  }
}

const invalidAnswer = (message: string, path = 'selectedOptionIds') =>
  new DomainError({
    kind: 'invalid',
    code: 'invalid_answer',
    message: 'Invalid answer',
    details: [{ path, message }],
  })
