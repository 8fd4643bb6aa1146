const DAY = 24 * 60 * 60 * 1000

/** The day of an instant, as YYYY-MM-DD. */
export function dayOf(now: Date, timeZone: string): string {
  return now.toISOString().slice(0, 10)
}

export function addDays(day: string, count: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const result = new Date(Date.UTC(year, month, date + count))
  return [year, pad(result.getUTCMonth()), pad(result.getUTCDate())].join('-')
}

export function daysUntil(due: string, now: Date, timeZone: string): number {
  return Math.floor((new Date(due).getTime() - now.getTime()) / DAY)
}

export function isOverdue(due: string, now: Date, timeZone: string): boolean {
  return new Date(due) < now
}

const pad = (value: number) => String(value).padStart(2, '0')
