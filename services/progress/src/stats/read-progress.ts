import type { Progress, ProgressSummary } from '@rehearse/contracts'
import type { Database } from '@rehearse/service-kit'
import { readPaths } from '../paths/queries.ts'
import type { ProgressTables } from '../tables.ts'
import { readEarnedBadges, readMilestones } from './achievement-queries.ts'
import { toProgress, toSummary } from './progress-view.ts'
import { readFigures, readMonths, readStanding, readWeeks } from './queries.ts'

/** A learner's whole progress; zeros, not an error, before the first answer. */
export async function readProgress(
  { db }: Database<ProgressTables>,
  learnerId: string,
  now: Date,
): Promise<Progress> {
  const [totals, figures, badges, milestones, paths, weeks, months] = await Promise.all([
    readStanding(db, learnerId),
    readFigures(db, learnerId),
    readEarnedBadges(db, learnerId),
    readMilestones(db, learnerId),
    readPaths(db, learnerId),
    readWeeks(db, learnerId),
    readMonths(db, learnerId),
  ])
  return toProgress(learnerId, { totals, figures, badges, milestones, paths, weeks, months }, now)
}

/** The figures that move with every answer: one row. */
export async function readSummary(
  { db }: Database<ProgressTables>,
  learnerId: string,
  now: Date,
): Promise<ProgressSummary> {
  return toSummary(learnerId, await readStanding(db, learnerId), now)
}
