import type {
  Difficulty,
  QuestionAnswer,
  QuestionOption,
  QuestionType,
  QuestionVersion,
} from '@rehearse/contracts'
import { DomainError, type ErrorDetail } from '@rehearse/contracts'
import type { Editorial } from '../edits/content-status.rules.ts'
import type { TaxonomyNode } from '../nodes/node.ts'

/** The fields of a question that its author decides. */
export interface QuestionContent {
  title: string
  content: string
  type: QuestionType
  difficulty: Difficulty
  options: QuestionOption[]
  /** The key of a matching, short-answer or numeric question. */
  answer: QuestionAnswer | null
  explanation: string
  category: TaxonomyNode
  subcategory: string | null
  learningPath: TaxonomyNode | null
  topic: TaxonomyNode | null
  section: TaxonomyNode | null
  tags: string[]
  points: number
  /** Seconds. */
  timeLimit: number
  isActive: boolean
}

/** What decides whether an answer is correct. */
export type QuestionKey = Pick<QuestionContent, 'options' | 'answer'>

/** A stored question. */
export interface StoredQuestion extends QuestionContent {
  id: string
  /** Starts at 1 and increases with each change. */
  version: number
  audioQuestion: string | null
  audioAnswer: string | null
  createdBy: string | null
  createdAt: Date
  updatedAt: Date
  deletedAt: Date | null
  usageCount: number
  editorial: Editorial
}

/** One permanently stored version, with the taxonomy names of that time. */
export type StoredVersion = Omit<QuestionVersion, 'language'>

/** Whether one or several options are correct; null without options. */
export function selectionOf(options: readonly QuestionOption[]): 'one' | 'many' | null {
  if (options.length === 0) return null
  return options.filter((option) => option.isCorrect).length > 1 ? 'many' : 'one'
}

export const correctOptionIds = (options: readonly QuestionOption[]): string[] =>
  options.filter((option) => option.isCorrect).map((option) => option.id)

export const isApproved = ({ editorial }: StoredQuestion): boolean => editorial.status === 'approved'

/** Learners and visitors see a question only while it is active, approved and not deleted. */
export const isOpen = (question: StoredQuestion): boolean =>
  question.isActive && isApproved(question) && question.deletedAt === null

/** Categories and topics are shown by name, paths and sections by id, as the specifications require. */
export function toVersion(question: StoredQuestion): StoredVersion {
  return {
    title: question.title,
    content: question.content,
    type: question.type,
    selection: selectionOf(question.options),
    difficulty: question.difficulty,
    options: question.options,
    correctAnswers: correctOptionIds(question.options),
    // Left out rather than null, as in versions from before there was such a key.
    ...(question.answer !== null && { answer: question.answer }),
    explanation: question.explanation,
    category: question.category.name,
    subcategory: question.subcategory,
    learningPath: question.learningPath?.id ?? null,
    topic: question.topic?.name ?? null,
    sectionId: question.section?.id ?? null,
    tags: question.tags,
    points: question.points,
    timeLimit: question.timeLimit,
    isActive: question.isActive,
    approved: isApproved(question),
    audioQuestion: question.audioQuestion,
    audioAnswer: question.audioAnswer,
    status: question.editorial.status,
    statusComment: question.editorial.comment,
    reviewer: question.editorial.reviewer,
    publishAt: question.editorial.publishAt,
    expiresAt: question.editorial.expiresAt,
  }
}

export const questionNotFound = () =>
  new DomainError({ kind: 'not-found', code: 'question_not_found', message: 'Question not found' })

/** The error for an invalid question: the first field error is the message, and all of them are the details. */
export const invalidQuestion = (fieldErrors: readonly ErrorDetail[]) =>
  new DomainError({
    kind: 'invalid',
    code: 'invalid_question',
    message: fieldErrors[0]?.message ?? 'Invalid question',
    details: fieldErrors,
  })
