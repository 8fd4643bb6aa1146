export const dayOf = (now: Date, timeZone: string): string =>
  now.toLocaleDateString('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })

export function addDays(day: string, count: number): string {
  const date = new Date(day)
  date.setUTCDate(date.getUTCDate() + count)
  return date.toISOString().substring(0, 10)
}

export function daysUntil(due: string, now: Date, timeZone: string): number {
  const today = new Date(dayOf(now, timeZone))
  return Math.round((new Date(due).valueOf() - today.valueOf()) / 86_400_000)
}

export const isOverdue = (due: string, now: Date, timeZone: string): boolean => due < dayOf(now, timeZone)
