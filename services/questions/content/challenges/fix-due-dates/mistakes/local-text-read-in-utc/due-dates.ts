const DAY = 24 * 60 * 60 * 1000

/** The day of an instant, as YYYY-MM-DD. */
export function dayOf(now: Date, timeZone: string): string {
  return new Date(now.toLocaleString('en-US', { timeZone })).toISOString().slice(0, 10)
}

export function addDays(day: string, count: number): string {
  return new Date(startOf(day) + count * DAY).toISOString().slice(0, 10)
}

export function daysUntil(due: string, now: Date, timeZone: string): number {
  return (startOf(due) - startOf(dayOf(now, timeZone))) / DAY
}

export function isOverdue(due: string, now: Date, timeZone: string): boolean {
  return daysUntil(due, now, timeZone) < 0
}

/** Midnight in UTC, where all days have the same length. */
const startOf = (day: string) => Date.parse(`${day}T00:00:00Z`)
