import type { AudioMessage } from '@rehearse/contracts'
import type { Trx } from '../tables.ts'
import { takeRevision } from './audio-repository.ts'
import { lockQuestion, updateQuestions } from './question-repository.ts'
import { recordChanges } from './record-changes.ts'

const fields = { question: 'audioQuestion', answer: 'audioAnswer' } as const

/** Shows with a question what is heard of it: another version, as after every change. */
export async function showAudio(trx: Trx, { type, data, occurredAt }: AudioMessage): Promise<void> {
  const current = await lockQuestion(trx, data.questionId)
  if (current === undefined || !(await takeRevision(trx, data))) return
  const field = fields[data.type]
  const url = type === 'AudioAttached' ? data.url : null
  if (current[field] === url) return
  const heard = { ...current, [field]: url }
  // A deleted one has no new versions, and comes back with what it has got meanwhile.
  if (current.deletedAt !== null) return updateQuestions(trx, [heard])
  const at = new Date(occurredAt)
  const question = { ...heard, version: current.version + 1, updatedAt: at }
  await recordChanges(trx, [{ action: 'updated', question }], { actor: data.by, at })
}
