import type { Backend } from '@rehearse/service-kit'
import type { Tables } from '../tables.ts'
import { countWordChanges, indexOutdated } from './repository.ts'

/** Milliseconds between looks. Only corrections wait for it: a new question is found at once. */
const pause = 1_000
/** Questions whose words are counted in one transaction. */
const batchSize = 1_000

/** Brings the search index up to date at the start; from then on keeps the list of words for corrections. */
export function startSearchIndexJob({
  database: { db },
  beforeServing,
  runPeriodically,
}: Backend<Tables>): void {
  beforeServing('search index', () => indexOutdated(db))
  runPeriodically('search words', pause, async () => {
    const isMore = await db.transaction().execute((trx) => countWordChanges(trx, batchSize))
    if (isMore) return 0
  })
}
