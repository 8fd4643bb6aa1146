import type { Projection } from '@rehearse/event-store'
import type { ProgressTables } from '../tables.ts'
import { reviewsProjection } from './cards.ts'
import { statisticsProjection } from './item-statistics.ts'
import { planFunnelProjection } from './plan-participants.ts'

/**
 * Read models that follow the log by a checkpoint each, some moments behind it: nothing is decided by them, so no answer
 * waits for them. Who reads one brings it up to date first: see `bringUpToDate`.
 */
export const backgroundProjections: readonly Projection<ProgressTables>[] = [
  reviewsProjection,
  statisticsProjection,
  planFunnelProjection,
]
