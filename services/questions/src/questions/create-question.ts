import { randomUUID } from 'node:crypto'
import type { QuestionInput } from '@rehearse/contracts'
import { knownPlaces } from '../catalogue/places.ts'
import type { Trx } from '../db/tables.ts'
import { newQuestion } from './new-question.ts'
import type { StoredQuestion } from './question.ts'
import { recordChanges } from './record-changes.ts'
import { invalidQuestion } from './refusals.ts'
import { settleOptions } from './settle-options.ts'

/** Stores one question. @throws {DomainError} invalid, `invalid_question`, with one error per field */
export async function createQuestion(trx: Trx, input: QuestionInput, actor: string): Promise<StoredQuestion> {
  const at = new Date()
  const { options, faults } = settleOptions(input)
  const places = await knownPlaces(trx, [input])
  const all = [...faults, ...places.faults(input)]
  if (all.length > 0) throw invalidQuestion(all)
  const question = newQuestion({ id: randomUUID(), input, options, places, actor, at })
  await recordChanges(trx, [{ action: 'created', question }], { actor, at })
  return question
}
