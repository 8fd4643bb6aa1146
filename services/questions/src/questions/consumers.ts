import { type AudioMessage, audioMessage } from '@rehearse/contracts'
import type { Backend } from '@rehearse/service-kit'
import type { Tables, Trx } from '../tables.ts'
import { showAudio } from './show-audio.ts'

/** Keeps what is heard with each question, as media tells. */
export function keepAudio(backend: Backend<Tables>): void {
  backend.consume({
    name: 'questions-audio',
    schema: audioMessage,
    handle: takeAudio,
  })
}

/** In the order of ids, so that two replicas can't wait for each other. */
async function takeAudio(messages: readonly AudioMessage[], trx: Trx): Promise<void> {
  const ordered = messages.toSorted((a, b) => (a.data.questionId < b.data.questionId ? -1 : 1))
  for (const message of ordered) await showAudio(trx, message)
}
