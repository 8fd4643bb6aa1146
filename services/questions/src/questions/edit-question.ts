import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { DomainError, type QuestionInput, type QuestionPatch, RESTORABLE_FOR } from '@rehearse/contracts'
import { type Precondition, requireVersion } from '../edits/etag.ts'
import { type KnownNodes, knownNodes } from '../nodes/known-nodes.ts'
import type { TaxonomyNode } from '../nodes/node.ts'
import type { Trx } from '../tables.ts'
import { newQuestion, storedType } from './new-question.ts'
import { normalizeOptions } from './normalize-options.ts'
import { invalidQuestion, questionNotFound, type StoredQuestion } from './question.ts'
import { lockQuestion } from './question-repository.ts'
import { recordChanges } from './record-changes.ts'

/** Stores a question. @throws {DomainError} invalid, `invalid_question`, with one error per field */
export async function createQuestion(trx: Trx, input: QuestionInput, actor: string): Promise<StoredQuestion> {
  const at = new Date()
  const { options, fieldErrors } = normalizeOptions(input)
  const nodes = await knownNodes(trx, [input])
  const all = [...fieldErrors, ...nodes.fieldErrors(input)]
  if (all.length > 0) throw invalidQuestion(all)
  const question = newQuestion({ id: randomUUID(), input, options, nodes, actor, at })
  await recordChanges(trx, [{ action: 'created', question }], { actor, at })
  return question
}

/**
 * Changes the given fields and validates the resulting question as a whole. Without any change it creates no version.
 * @throws {DomainError} not-found; stale, `stale_version`; invalid, `invalid_question`
 */
export async function updateQuestion(
  trx: Trx,
  id: string,
  patch: QuestionPatch,
  { actor, precondition }: { actor: string; precondition: Precondition },
): Promise<StoredQuestion> {
  const current = await lockQuestion(trx, id)
  if (current === undefined || current.deletedAt !== null) throw questionNotFound()
  requireVersion(current, precondition)

  const { options, fieldErrors } = normalizeOptions(optionsAsPatched(current, patch))
  const nodes = await knownNodes(trx, [patch])
  const all = [...fieldErrors, ...nodes.fieldErrors(patch)]
  if (all.length > 0) throw invalidQuestion(all)

  const at = new Date()
  const patched = { ...current, ...plainFields(patch), ...nodesAsPatched(current, patch, nodes), options }
  if (isDeepStrictEqual(patched, current)) return current
  const question = { ...patched, version: current.version + 1, updatedAt: at }
  await recordChanges(trx, [{ action: 'updated', question }], { actor, at })
  return question
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
function optionsAsPatched(current: StoredQuestion, patch: QuestionPatch) {
  const type = patch.type ?? current.type
  if (patch.options) return { type, options: patch.options, correctAnswers: patch.correctAnswers }
  const marks = patch.correctAnswers === undefined
  const options = marks ? current.options : current.options.map((it) => ({ ...it, isCorrect: false }))
  return { type, options, correctAnswers: patch.correctAnswers }
}

function plainFields({ type, tags, ...patch }: QuestionPatch) {
  const {
    options: _o,
    correctAnswers: _a,
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
