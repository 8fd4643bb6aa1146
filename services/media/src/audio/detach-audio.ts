import { parseAudioUrl } from '@rehearse/contracts'
import { enqueue } from '@rehearse/service-kit'
import type { Db } from '../db/tables.ts'
import { detach } from './attachment-repository.ts'
import { audioNotFound } from './refusals.ts'
import { tellDetached } from './tell-detached.ts'

/**
 * Takes the audio away from the question that has it under this address; its bytes go when no other has them.
 * @throws {DomainError} not-found, `audio_not_found`
 */
export async function detachAudio(db: Db, url: string, actor: string): Promise<void> {
  const place = parseAudioUrl(url)
  if (place === undefined) throw audioNotFound()
  await db.transaction().execute(async (trx) => {
    const revision = await detach(trx, place)
    if (revision === undefined) throw audioNotFound()
    await enqueue(trx, [tellDetached(place, revision, actor)])
  })
}
