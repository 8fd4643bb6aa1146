import { addDays, localDay } from '../learner/days.ts'
import { readZone } from '../stats/queries.ts'
import type { Db } from '../tables.ts'
import { readForecast } from './queries.ts'

const forecastDays = 30
/** Milliseconds. */
const day = 86_400_000

/** The number of due cards on each of the next days in the learner's time zone, starting today. */
export async function forecastOf(db: Db, learnerId: string, now: Date) {
  const timeZone = await readZone(db, learnerId)
  // Past the end of the last day, wherever its midnight is.
  const end = new Date(now.getTime() + (forecastDays + 1) * day)
  const quarters = await readForecast(db, learnerId, { now, end })
  const today = localDay(now, timeZone)
  const byDay = Map.groupBy(quarters, ({ at }) => localDay(at, timeZone))
  return Array.from({ length: forecastDays }, (_, index) => {
    const date = addDays(today, index)
    return { date, due: (byDay.get(date) ?? []).reduce((sum, { due }) => sum + due, 0) }
  })
}
