import type { Projection } from '@rehearse/event-store'
import { certificatesProjection } from '../certificates/projection.ts'
import { challengesProjection } from '../challenges/projection.ts'
import type { ProgressTables } from '../db/tables.ts'
import { answersProjection } from '../history/projection.ts'
import { pathsProjection } from '../paths/projection.ts'
import { plansProjection } from '../plans/projection.ts'
import { regradesProjection } from '../regrade/projection.ts'
import { achievementsProjection } from './achievements/projection.ts'
import { activityProjection } from './activity/projection.ts'
import { figuresProjection } from './figures/projection.ts'
import { questionsProjection } from './questions/projection.ts'

/** The read models that are folded in the same transaction as the append. */
export const projections: readonly Projection<ProgressTables>[] = [
  activityProjection,
  achievementsProjection,
  figuresProjection,
  questionsProjection,
  answersProjection,
  pathsProjection,
  certificatesProjection,
  challengesProjection,
  plansProjection,
  regradesProjection,
]
