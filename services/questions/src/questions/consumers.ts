import { type AudioMessage, answerSubmitted, audioMessage, itemStatisticsComputed } from '@rehearse/contracts'
import type { Backend } from '@rehearse/service-kit'
import { deduplicate } from '@rehearse/service-kit'
import { z } from 'zod'
import type { Tables, Trx } from '../tables.ts'
import {
  addUsage,
  lockQuestion,
  recordAudioRevision,
  storeStatistics,
  updateQuestions,
} from './question-repository.ts'
import { recordChanges } from './record-changes.ts'

/** Stores the audio URLs of each question. */
export function consumeAudio(backend: Backend<Tables>): void {
  backend.consume({
    name: 'questions-audio',
    schema: audioMessage,
    handle: applyAudio,
  })
}

/** In the order of ids, so that two replicas can't wait for each other. */
async function applyAudio(messages: readonly AudioMessage[], trx: Trx): Promise<void> {
  const ordered = messages.toSorted((a, b) => (a.data.questionId < b.data.questionId ? -1 : 1))
  for (const message of ordered) await showAudio(trx, message)
}

const fields = { question: 'audioQuestion', answer: 'audioAnswer' } as const

/** Sets the audio URL of a question as a new version, as for every change. */
async function showAudio(trx: Trx, { type, data, occurredAt }: AudioMessage): Promise<void> {
  const current = await lockQuestion(trx, data.questionId)
  if (current === undefined || !(await recordAudioRevision(trx, data))) return
  const field = fields[data.type]
  const url = type === 'AudioAttached' ? data.url : null
  if (current[field] === url) return
  const updated = { ...current, [field]: url }
  // A deleted question gets no new version; it is restored with the audio it got meanwhile.
  if (current.deletedAt !== null) return updateQuestions(trx, [updated])
  const at = new Date(occurredAt)
  const question = { ...updated, version: current.version + 1, updatedAt: at }
  await recordChanges(trx, [{ action: 'updated', question }], { actor: data.by, at })
}

/** Stores the statistics of questions, which lists show and sort by. */
export function consumeStatistics(backend: Backend<Tables>): void {
  backend.consume({
    name: 'questions-item-statistics',
    schema: itemStatisticsComputed,
    handle: async (messages, trx) =>
      storeStatistics(
        trx,
        messages.flatMap(({ data }) => data.items),
      ),
  })
}

const consumer = 'questions-usage'

/** The fields of an answer event that are read. */
const usage = z.object({
  ...answerSubmitted.shape,
  data: answerSubmitted.shape.data.pick({ questionId: true }),
})

/** Counts how often each question is answered; an answer counts once, however often its event is delivered. */
export function consumeAnswers(backend: Backend<Tables>): void {
  backend.consume({
    name: consumer,
    schema: usage,
    handle: addAnswers,
  })
}

async function addAnswers(messages: readonly z.infer<typeof usage>[], trx: Trx): Promise<void> {
  const fresh = await deduplicate(trx, consumer, messages)
  const counts = new Map<string, number>()
  for (const { data } of fresh) counts.set(data.questionId, (counts.get(data.questionId) ?? 0) + 1)
  if (counts.size > 0) await addUsage(trx, counts)
}
