import { randomUUID } from 'node:crypto'
import type { QuestionInput } from '@rehearse/contracts'
import type { Trx } from '../tables.ts'
import { knownPlaces } from '../taxonomy/known-nodes.ts'
import { invalidQuestion } from './errors.ts'
import { newQuestion } from './new-question.ts'
import { settleOptions } from './normalize-options.ts'
import type { StoredQuestion } from './question.ts'
import { recordChanges } from './record-changes.ts'

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
