import {
  type ContentStatus,
  type QuestionInput,
  type QuestionRow,
  type QuestionTypeInput,
  statusInInput,
} from '@rehearse/contracts'
import { type Editorial, newEditorial } from '../edits/content-status.rules.ts'
import type { KnownNodes } from '../nodes/known-nodes.ts'
import type { QuestionContent, QuestionKey, StoredQuestion } from './question.ts'

/** Input as question content, with a normalized key and existing taxonomy nodes. */
export function toContent(
  input: QuestionInput | QuestionRow,
  { options, answer }: QuestionKey,
  nodes: KnownNodes,
): QuestionContent {
  const category = nodes.find('category', input.category)
  if (category === null) throw new Error('a question came without a known category')
  return {
    title: input.title,
    content: input.content,
    type: storedType(input.type),
    difficulty: input.difficulty,
    options,
    answer,
    explanation: input.explanation,
    category,
    subcategory: input.subcategory ?? null,
    learningPath: nodes.find('learning_path', input.learningPath),
    topic: nodes.find('topic', input.topic),
    section: nodes.find('section', input.sectionId),
    tags: [...new Set(input.tags)],
    points: input.points,
    timeLimit: input.timeLimit,
    isActive: input.isActive,
  }
}

export function newQuestion(given: {
  id: string
  input: QuestionInput | QuestionRow
  key: QuestionKey
  nodes: KnownNodes
  actor: string
  at: Date
  /** The status whatever the input says; by default the input's, or approved. */
  status?: ContentStatus | undefined
}): StoredQuestion {
  const { input } = given
  const status = given.status ?? statusInInput(input) ?? 'approved'
  return {
    ...toContent(given.input, given.key, given.nodes),
    id: given.id,
    version: 1,
    audioQuestion: null,
    audioAnswer: null,
    createdBy: given.actor,
    createdAt: given.at,
    updatedAt: given.at,
    deletedAt: null,
    usageCount: 0,
    editorial: newEditorial(status, input),
  }
}

/** The editorial state after an update from an import or a backup: it changes only if that states another status. */
export function editorialAfter(
  input: QuestionRow,
  old: Editorial,
  { actor, at }: { actor: string; at: Date },
): Editorial {
  const status = statusInInput(input)
  const isMeant = input.status === undefined && input.approved === (old.status === 'approved')
  if (status === undefined || status === old.status || isMeant) return old
  return { ...newEditorial(status, input), changedBy: actor, changedAt: at.toISOString() }
}

/** `single` and `multiple` only state how many options are correct, which the options themselves show. */
export const storedType = (type: QuestionTypeInput) =>
  type === 'single' || type === 'multiple' ? 'multiple-choice' : type
