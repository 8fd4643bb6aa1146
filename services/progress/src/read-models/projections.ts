import type { Projection } from '@rehearse/event-store'
import type { ProgressTables } from '../tables.ts'
import { achievementsProjection } from './achievements.ts'
import { activityProjection } from './activity.ts'
import { certificatesProjection } from './certificates.ts'
import { challengesProjection } from './challenges.ts'
import { figuresProjection } from './figures.ts'
import { answersProjection } from './history.ts'
import { pathsProjection } from './paths.ts'
import { plansProjection } from './plans.ts'
import { questionsProjection } from './questions.ts'
import { regradesProjection } from './regrades.ts'

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
