const DAY = 24 * 60 * 60 * 1000

export function dayOf(now: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now)
}

export function addDays(day: string, count: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const result = new Date(Date.UTC(year, month, date + count))
  return [result.getUTCFullYear(), pad(result.getUTCMonth()), pad(result.getUTCDate())].join('-')
}

export function daysUntil(due: string, now: Date, timeZone: string): number {
  return (Date.parse(due) - Date.parse(dayOf(now, timeZone))) / DAY
}

export function isOverdue(due: string, now: Date, timeZone: string): boolean {
  return due < dayOf(now, timeZone)
}

const pad = (value: number) => String(value).padStart(2, '0')
