import type { Projection } from '@rehearse/event-store'
import type { ProgressTables } from '../db/tables.ts'
import { foldItems } from './item-answers-repository.ts'
import { foldDays } from './platform-days-repository.ts'

/**
 * What all learners together have made of questions and days. It reads the clear part of events alone, so those of
 * erased learners count for ever, and it stays exact.
 */
export const statisticsProjection: Projection<ProgressTables> = {
  name: 'statistics',
  tables: ['item_answer', 'item_respondent', 'platform_day', 'platform_day_learner'],
  countsShredded: true,
  apply: async (trx, events) => {
    await foldDays(trx, events)
    await foldItems(trx, events)
  },
}
