import type { Readable } from 'node:stream'
import type { Nats } from '@rehearse/service-kit'
import type { Db } from '../db/tables.ts'
import { FairQueue } from '../passwords/fair-queue.ts'
import { findPreferences } from '../preferences/preferences-repository.ts'
import { collectPersonalData } from './collect-personal-data.ts'
import { exportTexts } from './readable-page.ts'
import { writeArchive } from './write-archive.ts'

/** Exports read a lot; a few at a time are enough, and a few more may wait. */
const queue = new FairQueue({ concurrency: 2, maxWaiting: 16 })

/**
 * All that is held on a learner, as a zip archive.
 * @throws {DomainError} 503 `export_incomplete`: there is no part of an archive; 429 when too many want one
 */
export function exportLearner(
  dependencies: { db: Db; nats: Nats },
  learnerId: string,
  now: Date,
): Promise<{ archive: Readable; bytes: number }> {
  return queue.run(['export', learnerId], async () => {
    const { language, timezone } = await findPreferences(dependencies.db, learnerId)
    const reader = { texts: exportTexts(language), timeZone: timezone, now }
    const file = await writeArchive(collectPersonalData(dependencies, learnerId), reader)
    const { size } = await file.stat()
    return { archive: file.createReadStream({ start: 0 }), bytes: size }
  })
}
