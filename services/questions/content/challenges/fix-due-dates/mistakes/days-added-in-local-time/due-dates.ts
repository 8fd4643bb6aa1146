const DAY = 24 * 60 * 60 * 1000

/** The day of an instant, as YYYY-MM-DD. */
export function dayOf(now: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  const parts = Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, value]))
  return `${parts.year}-${parts.month}-${parts.day}`
}

export function addDays(day: string, count: number): string {
  const date = new Date(day)
  date.setDate(date.getDate() + count)
  return date.toISOString().slice(0, 10)
}

export function daysUntil(due: string, now: Date, timeZone: string): number {
  return (startOf(due) - startOf(dayOf(now, timeZone))) / DAY
}

export function isOverdue(due: string, now: Date, timeZone: string): boolean {
  return daysUntil(due, now, timeZone) < 0
}

/** Midnight in UTC, where all days have the same length. */
const startOf = (day: string) => Date.parse(`${day}T00:00:00Z`)
