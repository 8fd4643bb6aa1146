import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  choiceErrors,
  DomainError,
  type ErrorDetail,
  type QuestionInput,
  type QuestionPatch,
  RESTORABLE_FOR,
  statusErrors,
  statusInInput,
  TEXT_MAX,
} from '@rehearse/contracts'
import {
  changeStatus,
  type Editor,
  type Editorial,
  isAdmin,
  newEditorial,
  requireEditable,
  type StatusChange,
} from '../edits/content-status.rules.ts'
import { type Precondition, requireVersion } from '../edits/etag.ts'
import { type KnownNodes, knownNodes } from '../nodes/known-nodes.ts'
import type { TaxonomyNode } from '../nodes/node.ts'
import type { Trx } from '../tables.ts'
import { newQuestion, storedType } from './new-question.ts'
import { normalizeOptions } from './normalize-options.ts'
import { invalidQuestion, isApproved, questionNotFound, type StoredQuestion } from './question.ts'
import { findQuestion, lockQuestion } from './question-repository.ts'
import { isVisible } from './read-question.ts'
import { recordChanges } from './record-changes.ts'

/**
 * Stores a question: an admin's is approved unless the input says otherwise, others' are drafts.
 * @throws {DomainError} invalid, `invalid_question`, with one error per field; forbidden, `status_forbidden`
 */
export async function createQuestion(
  trx: Trx,
  input: QuestionInput,
  editor: Editor,
): Promise<StoredQuestion> {
  const at = new Date()
  const { fieldErrors, ...key } = normalizeOptions(input)
  const nodes = await knownNodes(trx, [input])
  const all = [...fieldErrors, ...choiceErrors(input), ...nodes.fieldErrors(input), ...statusErrors(input)]
  if (all.length > 0) throw invalidQuestion(all)
  const actor = editor.id
  const made = newQuestion({ id: randomUUID(), input, key, nodes, actor, at })
  const status = statusInInput(input) ?? (isAdmin(editor) ? 'approved' : 'draft')
  const { publishAt, expiresAt } = input
  const draft = newEditorial('draft', { expiresAt })
  const change = { status, publishAt, expiresAt }
  const editorial = status === 'draft' ? draft : changeStatus(draft, change, { editor, owner: actor, at })
  const question = { ...made, editorial }
  await recordChanges(trx, [{ action: 'created', question }], { actor, at })
  return question
}

const copySuffix = ' (copy)'

/**
 * Stores a copy of a question, which learners don't see until it is approved. Its audio belongs to the original.
 * @throws {DomainError} not-found
 */
export async function copyQuestion(trx: Trx, id: string, actor: string): Promise<StoredQuestion> {
  const original = await findQuestion(trx, id)
  if (original === undefined || original.deletedAt !== null) throw questionNotFound()
  const at = new Date()
  const copy: StoredQuestion = {
    ...original,
    id: randomUUID(),
    version: 1,
    title: cutTo(original.title, TEXT_MAX.questionTitle - copySuffix.length) + copySuffix,
    editorial: newEditorial('draft'),
    audioQuestion: null,
    audioAnswer: null,
    createdBy: actor,
    createdAt: at,
    updatedAt: at,
    usageCount: 0,
  }
  await recordChanges(trx, [{ action: 'created', question: copy }], { actor, at })
  return copy
}

/**
 * Changes the given fields and validates the resulting question as a whole. Without any change it creates no version.
 * @throws {DomainError} not-found; forbidden, `not_own_draft`, `status_forbidden`; stale, `stale_version`; invalid,
 *   `invalid_question`
 */
export async function updateQuestion(
  trx: Trx,
  id: string,
  patch: QuestionPatch,
  { editor, precondition }: { editor: Editor; precondition: Precondition },
): Promise<StoredQuestion> {
  const current = await lockVisible(trx, id, editor)
  requireEditable(current, editor)
  requireVersion(current, precondition)

  const nodes = await knownNodes(trx, [patch])
  const { patched, fieldErrors } = applyPatch(current, patch, nodes)
  const all = [...fieldErrors, ...nodes.fieldErrors(patch), ...statusErrors(patch)]
  if (all.length > 0) throw invalidQuestion(all)

  const at = new Date()
  const editorial = editorialAsPatched(current, patch, { editor, at })
  return recordUpdate(trx, current, { ...patched, editorial }, { actor: editor.id, at })
}

/**
 * Changes a question's status, with a new version. Without any change it creates none.
 * @throws {DomainError} not-found; stale, `stale_version`; and those of `changeStatus`
 */
export async function changeQuestionStatus(
  trx: Trx,
  id: string,
  change: StatusChange,
  { editor, precondition }: { editor: Editor; precondition: Precondition },
): Promise<StoredQuestion> {
  const current = await lockVisible(trx, id, editor)
  requireVersion(current, precondition)
  const at = new Date()
  const editorial = changeStatus(current.editorial, change, { editor, owner: current.createdBy, at })
  return recordUpdate(trx, current, { ...current, editorial }, { actor: editor.id, at })
}

/** @throws {DomainError} not-found, also for a question that this editor may not see */
async function lockVisible(trx: Trx, id: string, editor: Editor): Promise<StoredQuestion> {
  const current = await lockQuestion(trx, id)
  if (current === undefined || !isVisible(current, editor)) throw questionNotFound()
  return current
}

async function recordUpdate(
  trx: Trx,
  current: StoredQuestion,
  changed: StoredQuestion,
  { actor, at }: { actor: string; at: Date },
): Promise<StoredQuestion> {
  if (isDeepStrictEqual(changed, current)) return current
  const question = { ...changed, version: current.version + 1, updatedAt: at }
  await recordChanges(trx, [{ action: 'updated', question }], { actor, at })
  return question
}

/** The question with the given fields, and the errors of its options; the caller reports unknown nodes. */
export function applyPatch(
  current: StoredQuestion,
  patch: QuestionPatch,
  nodes: KnownNodes,
): { patched: StoredQuestion; fieldErrors: ErrorDetail[] } {
  const { fieldErrors, ...key } = normalizeOptions(keyAsPatched(current, patch))
  const patched = { ...current, ...plainFields(patch), ...nodesAsPatched(current, patch, nodes), ...key }
  return { patched, fieldErrors: [...fieldErrors, ...choiceErrors(changedChoices(current, patch))] }
}

/** Choices that the patch changes: those of a question that was stored when they could be the same may stay. */
function changedChoices(current: StoredQuestion, { options, answer }: QuestionPatch) {
  const texts = (all: readonly { text: string }[]) => all.map(({ text }) => text)
  const areSame = options && isDeepStrictEqual(texts(options), texts(current.options))
  return {
    options: areSame ? [] : options,
    answer: isDeepStrictEqual(answer, current.answer) ? null : answer,
  }
}

/**
 * Hides a question from everyone; its versions stay. Deleting it again has no effect.
 * @throws {DomainError} not-found; stale, `stale_version`
 */
export async function deleteQuestion(
  trx: Trx,
  id: string,
  { actor, precondition }: { actor: string; precondition: Precondition },
): Promise<StoredQuestion> {
  const current = await lockQuestion(trx, id)
  if (current === undefined) throw questionNotFound()
  if (current.deletedAt !== null) return current
  requireVersion(current, precondition)
  const at = new Date()
  const question = { ...current, version: current.version + 1, updatedAt: at, deletedAt: at }
  await recordChanges(trx, [{ action: 'deleted', question }], { actor, at })
  return question
}

/**
 * Restores a deleted question unchanged, as a new version. A question that isn't deleted is left unchanged.
 * @throws {DomainError} not-found; conflict, `restore_expired`, 30 days after the deletion
 */
export async function restoreQuestion(trx: Trx, id: string, actor: string): Promise<StoredQuestion> {
  const current = await lockQuestion(trx, id)
  if (current === undefined) throw questionNotFound()
  if (current.deletedAt === null) return current
  const at = new Date()
  if (at.getTime() - current.deletedAt.getTime() > RESTORABLE_FOR) throw restoreExpired()
  const question = { ...current, version: current.version + 1, updatedAt: at, deletedAt: null }
  await recordChanges(trx, [{ action: 'restored', question }], { actor, at })
  return question
}

/**
 * Answers sent without options replace the marks of the stored options; options sent without answers have their own
 * marks.
 */
function keyAsPatched(current: StoredQuestion, patch: QuestionPatch) {
  const type = patch.type ?? current.type
  const answer = patch.answer === undefined ? current.answer : patch.answer
  if (patch.options) return { type, options: patch.options, correctAnswers: patch.correctAnswers, answer }
  const marks = patch.correctAnswers === undefined
  const options = marks ? current.options : current.options.map((it) => ({ ...it, isCorrect: false }))
  return { type, options, correctAnswers: patch.correctAnswers, answer }
}

/** "Not approved" leaves every status that isn't public as it is. */
function editorialAsPatched(
  current: StoredQuestion,
  patch: QuestionPatch,
  { editor, at }: { editor: Editor; at: Date },
): Editorial {
  const status = statusInInput(patch)
  const isMeant = patch.status === undefined && patch.approved === isApproved(current)
  if (status === undefined || isMeant) return current.editorial
  return changeStatus(current.editorial, { status }, { editor, owner: current.createdBy, at })
}

function plainFields({ type, tags, status: _status, approved: _approved, ...patch }: QuestionPatch) {
  const {
    options: _o,
    correctAnswers: _a,
    answer: _k,
    category: _c,
    topic: _t,
    learningPath: _l,
    sectionId: _s,
    ...rest
  } = patch
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  return {
    ...(given as { [Field in keyof typeof rest]: Exclude<(typeof rest)[Field], undefined> }),
    ...(type && { type: storedType(type) }),
    ...(tags && { tags: [...new Set(tags)] }),
  }
}

function nodesAsPatched(current: StoredQuestion, patch: QuestionPatch, nodes: KnownNodes) {
  const changed = (name: string | null | undefined, now: TaxonomyNode | null, found: TaxonomyNode | null) =>
    name === undefined ? now : found
  return {
    category: nodes.find('category', patch.category) ?? current.category,
    topic: changed(patch.topic, current.topic, nodes.find('topic', patch.topic)),
    learningPath: changed(
      patch.learningPath,
      current.learningPath,
      nodes.find('learning_path', patch.learningPath),
    ),
    section: changed(patch.sectionId, current.section, nodes.find('section', patch.sectionId)),
  }
}

const restoreExpired = () =>
  new DomainError({
    kind: 'conflict',
    code: 'restore_expired',
    message: 'A question can be restored within 30 days of its deletion',
  })

/** The beginning of a text, without half a character at its end. */
const cutTo = (text: string, length: number) => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')
