import { isDeepStrictEqual } from 'node:util'
import {
  type BulkActionInput,
  type BulkEdit,
  type ContentStatus,
  DomainError,
  issueText,
  type QuestionPatch,
  questionPatch,
  TAGS_MAX,
} from '@rehearse/contracts'
import { changeStatus, type Editor } from '../edits/content-status.rules.ts'
import type { KnownNodes } from '../nodes/known-nodes.ts'
import { applyPatch } from '../questions/edit-question.ts'
import type { StoredQuestion } from '../questions/question.ts'

/**
 * The question after a bulk action, without its new version: the same object if nothing changes, undefined if it
 * doesn't exist, an error message if the action can't be done.
 */
export function resultOf(
  question: StoredQuestion | undefined,
  input: BulkActionInput,
  given: { nodes: KnownNodes; editor: Editor; at: Date },
): StoredQuestion | string | undefined {
  if (question === undefined || question.deletedAt !== null) return undefined
  const next = applyAction(question, input, given)
  return isDeepStrictEqual(next, question) ? question : next
}

function applyAction(
  question: StoredQuestion,
  input: BulkActionInput,
  { nodes, editor, at }: { nodes: KnownNodes; editor: Editor; at: Date },
): StoredQuestion | string {
  switch (input.action) {
    case 'activate':
      return { ...question, isActive: true }
    case 'deactivate':
      return { ...question, isActive: false }
    case 'approve':
      return withStatus(question, 'approved', { editor, at })
    case 'status':
      return withStatus(question, input.value, { editor, at })
    case 'delete':
      return { ...question, deletedAt: at }
    case 'tag': {
      const { add, remove } = input.value
      const tags = [...new Set([...question.tags.filter((tag) => !remove.includes(tag)), ...add])]
      return tags.length > TAGS_MAX ? `A question has at most ${TAGS_MAX} tags` : { ...question, tags }
    }
    case 'move':
      return patchedOrError(question, input.value, nodes)
    case 'edit': {
      const { set, replace } = input.value
      const texts = replace ? replacedTexts(question, replace) : {}
      const parsed = questionPatch.safeParse(texts)
      if (!parsed.success) {
        const [issue] = parsed.error.issues
        return issue ? `${String(issue.path[0])} ${issueText(issue)}` : 'is not valid'
      }
      return patchedOrError(question, { ...set, ...parsed.data }, nodes)
    }
  }
}

function patchedOrError(question: StoredQuestion, patch: QuestionPatch, nodes: KnownNodes) {
  const { patched, fieldErrors } = applyPatch(question, patch, nodes)
  return fieldErrors[0]?.message ?? patched
}

function withStatus(
  question: StoredQuestion,
  status: ContentStatus,
  { editor, at }: { editor: Editor; at: Date },
): StoredQuestion | string {
  try {
    const owner = question.createdBy
    return { ...question, editorial: changeStatus(question.editorial, { status }, { editor, owner, at }) }
  } catch (error) {
    if (error instanceof DomainError) return error.message
    throw error
  }
}

/** The fields in which a text was found, with the replacement. */
function replacedTexts(
  { title, content, explanation, options }: StoredQuestion,
  { in: where, find, with: replacement }: NonNullable<BulkEdit['replace']>,
): QuestionPatch {
  const replaced = (text: string) => text.replaceAll(find, () => replacement)
  const texts = { title, content, explanation }
  const patch: QuestionPatch = {}
  for (const field of ['title', 'content', 'explanation'] as const) {
    if (where.includes(field) && texts[field].includes(find)) patch[field] = replaced(texts[field])
  }
  const inOptions = where.includes('options')
  const inFeedback = where.includes('feedback')
  const edited = options.map((option) => ({
    ...option,
    text: inOptions ? replaced(option.text) : option.text,
    ...(option.feedback !== undefined && {
      feedback: inFeedback ? replaced(option.feedback) : option.feedback,
    }),
  }))
  return isDeepStrictEqual(edited, options) ? patch : { ...patch, options: edited }
}

/** The fields that a bulk action may change, and its undo restores. */
export const contentFields = [
  'title',
  'content',
  'type',
  'difficulty',
  'options',
  'explanation',
  'category',
  'subcategory',
  'learningPath',
  'topic',
  'section',
  'tags',
  'points',
  'timeLimit',
  'isActive',
  'editorial',
] as const satisfies (keyof StoredQuestion)[]
