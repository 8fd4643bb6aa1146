import type { Backend } from '@rehearse/service-kit'
import { type BackgroundWork, startBackgroundWork } from '@rehearse/service-kit/jobs/background-work'
import { delay } from '@rehearse/service-kit/jobs/delay'
import type { FastifyBaseLogger } from 'fastify'
import type { Db, Tables } from '../tables.ts'
import { countWordChanges, indexOutdated } from './repository.ts'

/** Milliseconds between looks. Only corrections wait for it: a new question is found at once. */
const pause = 1_000
/** Questions whose words are counted in one transaction. */
const batchSize = 1_000

/** Brings the search index up to date at the start; from then on keeps the list of words for corrections. */
export function startSearchIndexJob({ app, database: { db }, beforeServing }: Backend<Tables>): void {
  let vocabulary: BackgroundWork | undefined
  beforeServing('search index', async () => {
    await indexOutdated(db)
    vocabulary = keepVocabulary(db, app.log)
  })
  app.addHook('onClose', async () => vocabulary?.stop())
}

const keepVocabulary = (db: Db, log: FastifyBaseLogger): BackgroundWork =>
  startBackgroundWork(
    'search words',
    async (stop) => {
      while (!stop.aborted) {
        const isMore = await db.transaction().execute((trx) => countWordChanges(trx, batchSize))
        if (!isMore) await delay(pause, stop)
      }
    },
    log,
  )
