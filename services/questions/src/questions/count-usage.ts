import { type AnswerSubmittedMessage, answerSubmitted } from '@rehearse/contracts'
import { type Backend, unseen } from '@rehearse/service-kit'
import type { Tables, Trx } from '../tables.ts'
import { addUsage } from './usage-repository.ts'

const consumer = 'questions-usage'

/** Counts how often each question is answered, each answer once however often it is delivered. */
export function countUsage(backend: Backend<Tables>): void {
  backend.consume({
    name: consumer,
    schema: answerSubmitted,
    handle: addAnswers,
  })
}

async function addAnswers(messages: readonly AnswerSubmittedMessage[], trx: Trx): Promise<void> {
  const fresh = await unseen(trx, consumer, messages)
  const counts = new Map<string, number>()
  for (const { data } of fresh) counts.set(data.questionId, (counts.get(data.questionId) ?? 0) + 1)
  if (counts.size > 0) await addUsage(trx, counts)
}
