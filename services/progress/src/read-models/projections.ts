import type { Projection, Shadow } from '@rehearse/event-store'
import { sql } from 'kysely'
import { learnerStream } from '../learner/events.ts'
import type { ProgressTables } from '../tables.ts'
import { achievementsProjection, certificatesProjection, challengesProjection } from './achievements.ts'
import { activityProjection } from './activity.ts'
import { answersProjection, questionsProjection, regradesProjection, statsProjection } from './answers.ts'
import { reviewsProjection } from './cards.ts'
import { difficultyProjection } from './difficulty.ts'
import { interviewProjection } from './interview.ts'
import { statisticsProjection } from './item-statistics.ts'
import { pathsProjection } from './paths.ts'
import { planFunnelProjection, plansProjection } from './plans.ts'

/** The read models, which follow the log together with a short delay: see `ReadModels`. */
export const projections: readonly Projection<ProgressTables>[] = [
  activityProjection,
  achievementsProjection,
  statsProjection,
  questionsProjection,
  answersProjection,
  pathsProjection,
  certificatesProjection,
  challengesProjection,
  plansProjection,
  regradesProjection,
  reviewsProjection,
  statisticsProjection,
  planFunnelProjection,
  interviewProjection,
]

/** Read models that depend on the order of the log; each follows it separately. */
export const projectionsInLogOrder: readonly Projection<ProgressTables>[] = [difficultyProjection]

/** Learners' read models built next to the live ones, in a schema with that name, by code of that revision. */
export function shadowOf(
  projections: readonly Projection<ProgressTables>[],
  { name, revision }: { name: string; revision: string },
): Shadow<ProgressTables> {
  return {
    name,
    projections,
    revision,
    forget: async (trx, tables, streamHashes) => {
      for (const table of tables) {
        await sql`
          delete from ${sql.table(table)}
          where sha256(convert_to(${learnerStream('')} || learner_id, 'UTF8')) = any(${streamHashes}::bytea[])`.execute(
          trx,
        )
      }
    },
  }
}
