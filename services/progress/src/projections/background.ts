import type { Projection } from '@rehearse/event-store'
import { planFunnelProjection } from '../admin/plan-funnel/projection.ts'
import type { ProgressTables } from '../db/tables.ts'
import { reviewsProjection } from '../reviews/projection.ts'
import { statisticsProjection } from '../statistics/projection.ts'

/**
 * Read models that follow the log by a checkpoint each, some moments behind it: nothing is decided by them, so no answer
 * waits for them. Who reads one brings it up to date first: see `bringUpToDate`.
 */
export const backgroundProjections: readonly Projection<ProgressTables>[] = [
  reviewsProjection,
  statisticsProjection,
  planFunnelProjection,
]
