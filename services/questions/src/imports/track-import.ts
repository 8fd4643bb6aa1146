import { DomainError } from '@rehearse/contracts'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../tables.ts'
import {
  beginProgress,
  endProgress,
  type ImportInfo,
  type Stage,
  writeProgress,
} from './progress-repository.ts'

/** What an import tells of itself while it runs. Calls cost nothing: they are written down now and then. */
export interface ImportProgress {
  reading(done: number): void
  waiting(total: number): void
  storing(done: number, total: number): void
}

/** How often others can see a difference, and how often a sign of life is due, in milliseconds. */
const FLUSH = 500
const BEAT = 10_000

/**
 * Runs an import so that everybody can see how far it is. It never waits for that: the import holds one connection,
 * and would else wait for a second one that other imports hold.
 */
export async function trackImport<Result>(
  db: Db,
  info: ImportInfo,
  log: FastifyBaseLogger,
  run: (progress: ImportProgress) => Promise<Result>,
): Promise<Result> {
  const isOurs = await beginProgress(db, info)
  let stage: Stage = { stage: 'reading', total: null, done: 0 }
  let written = stage
  let writtenAt = performance.now()
  let writing = Promise.resolve()
  const write = (next: Stage) => {
    written = next
    writtenAt = performance.now()
    writing = writing
      .then(() => writeProgress(db, info.batchId, next))
      .catch((error: unknown) => log.warn({ err: error }, 'the progress of an import was not written'))
  }
  const timer = setInterval(() => {
    if (isOurs && (stage !== written || performance.now() - writtenAt > BEAT)) write(stage)
  }, FLUSH)
  timer.unref()
  try {
    const result = await run({
      reading: (done) => {
        stage = { stage: 'reading', total: null, done }
      },
      waiting: (total) => {
        stage = { stage: 'waiting', total, done: 0 }
      },
      storing: (done, total) => {
        stage = { stage: 'storing', total, done }
      },
    })
    clearInterval(timer)
    await writing
    if (isOurs) await endProgress(db, info.batchId)
    return result
  } catch (error) {
    clearInterval(timer)
    const reason = error instanceof DomainError ? error.message : 'The import failed; nothing was stored'
    if (isOurs && !info.dryRun) write({ ...stage, stage: 'failed', error: reason })
    await writing
    if (isOurs && info.dryRun) await endProgress(db, info.batchId)
    throw error
  }
}
