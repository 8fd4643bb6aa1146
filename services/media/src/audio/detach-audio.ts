import { createHash } from 'node:crypto'
import { type AudioPlace, audioUrl, mediaSubjects, parseAudioUrl } from '@rehearse/contracts'
import type { NewMessage } from '@rehearse/service-kit'
import { enqueue } from '@rehearse/service-kit'
import type { Db } from '../tables.ts'
import { audioNotFound } from './errors.ts'
import { claimKey } from './idempotency-repository.ts'
import { detach } from './repository.ts'

export interface Removal {
  url: string
  actor: string
  /** The client's Idempotency-Key. */
  key: string | undefined
}

/**
 * Takes the audio away from the question that has it under this address; its bytes go when no other has them.
 * @throws {DomainError} not-found, `audio_not_found`; conflict, `idempotency_key_reused`
 */
export async function detachAudio(db: Db, { url, actor, key }: Removal): Promise<void> {
  const place = parseAudioUrl(url)
  if (place === undefined) throw audioNotFound()
  const fingerprint = createHash('sha256').update(`without ${url}`).digest()
  await db.transaction().execute(async (trx) => {
    if (key !== undefined && (await claimKey(trx, { actor, key, fingerprint })) !== undefined) return
    const revision = await detach(trx, place)
    if (revision === undefined) throw audioNotFound()
    await enqueue(trx, [tellDetached(place, revision, actor)])
  })
}

export const tellDetached = (place: AudioPlace, revision: number, by: string): NewMessage => ({
  subject: mediaSubjects.detached,
  type: 'AudioDetached',
  version: 1,
  data: { questionId: place.questionId, type: place.type, url: audioUrl(place), revision, by },
})
