import type { Kysely, Selectable } from 'kysely'
import { sql } from 'kysely'
import { noStanding, type Standing } from '../learner/standing.ts'
import { toStanding } from '../learner-store/state-repository.ts'
import type { ProgressTables } from '../tables.ts'

/** How far back weeks and months are listed. */
const weeks = 12
const months = 12

export interface PeriodRow {
  start: string
  answered: number
  correct: number
  timeSpent: number
  days: number
}

export type FigureRow = Selectable<ProgressTables['learner_figure']>

/** Where a learner stands; at zero before the first answer. */
export async function readStanding(db: Kysely<ProgressTables>, learnerId: string): Promise<Standing> {
  const row = await db
    .selectFrom('learner_totals')
    .selectAll()
    .where('learner_id', '=', learnerId)
    .executeTakeFirst()
  return row ? toStanding(row) : noStanding
}

/** Figures by section and category, the most recent first. */
export async function readFigures(db: Kysely<ProgressTables>, learnerId: string): Promise<FigureRow[]> {
  return db
    .selectFrom('learner_figure')
    .selectAll()
    .where('learner_id', '=', learnerId)
    .orderBy('last_at', 'desc')
    .execute()
}

/** The last weeks, from Sunday each, that have answers; oldest first. */
export const readWeeks = (db: Kysely<ProgressTables>, learnerId: string): Promise<PeriodRow[]> =>
  readPeriods(db, learnerId, sql`(day - extract(dow from day)::int)`, weeks)

/** The last months that have answers, by their first day; oldest first. */
export const readMonths = (db: Kysely<ProgressTables>, learnerId: string): Promise<PeriodRow[]> =>
  readPeriods(db, learnerId, sql`date_trunc('month', day)::date`, months)

async function readPeriods(
  db: Kysely<ProgressTables>,
  learnerId: string,
  start: ReturnType<typeof sql>,
  limit: number,
): Promise<PeriodRow[]> {
  const { rows } = await sql<PeriodRow>`
    select ${start} as start, sum(answered)::int as answered, sum(correct)::int as correct,
      sum(time_spent) as "timeSpent", count(*)::int as days
    from learner_day where learner_id = ${learnerId}
    group by 1 order by 1 desc limit ${limit}`.execute(db)
  return rows.reverse()
}
