import { isDeepStrictEqual } from 'node:util'
import type { QuestionPatch } from '@rehearse/contracts'
import { type Precondition, requireVersion } from '../edits/precondition.ts'
import type { Trx } from '../tables.ts'
import { type KnownPlaces, knownPlaces } from '../taxonomy/known-nodes.ts'
import { invalidQuestion, questionNotFound } from './errors.ts'
import { storedType } from './new-question.ts'
import { settleOptions } from './normalize-options.ts'
import type { Place, StoredQuestion } from './question.ts'
import { lockQuestion } from './question-repository.ts'
import { recordChanges } from './record-changes.ts'

/**
 * Changes the fields that are given and checks the question as it then is as a whole. What changes nothing makes no
 * version.
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

  const { options, faults } = settleOptions(optionsAsPatched(current, patch))
  const places = await knownPlaces(trx, [patch])
  const all = [...faults, ...places.faults(patch)]
  if (all.length > 0) throw invalidQuestion(all)

  const at = new Date()
  const patched = { ...current, ...plainFields(patch), ...placesAsPatched(current, patch, places), options }
  if (isDeepStrictEqual(patched, current)) return current
  const question = { ...patched, version: current.version + 1, updatedAt: at }
  await recordChanges(trx, [{ action: 'updated', question }], { actor, at })
  return question
}

/** Answers that come without options replace the marks; options that come without answers bring their own. */
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

function placesAsPatched(current: StoredQuestion, patch: QuestionPatch, places: KnownPlaces) {
  const changed = (name: string | null | undefined, now: Place | null, found: Place | null) =>
    name === undefined ? now : found
  return {
    category: places.find('category', patch.category) ?? current.category,
    topic: changed(patch.topic, current.topic, places.find('topic', patch.topic)),
    learningPath: changed(
      patch.learningPath,
      current.learningPath,
      places.find('learning_path', patch.learningPath),
    ),
    section: changed(patch.sectionId, current.section, places.find('section', patch.sectionId)),
  }
}
