import type { Backend } from '@rehearse/service-kit'
import type { Tables } from '../tables.ts'
import { countWordChanges, indexOutdated } from './repository.ts'

/** Milliseconds between checks. Only corrections depend on this job: a new question is found immediately. */
const pause = 1_000
/** Questions whose words are counted in one transaction. */
const batchSize = 1_000

/** Updates the search index at startup, and from then on the word list for corrections. */
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
