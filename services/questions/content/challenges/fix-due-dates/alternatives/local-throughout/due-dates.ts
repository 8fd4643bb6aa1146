const pad = (value: number) => String(value).padStart(2, '0')

function toDate(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}

export function dayOf(now: Date, timeZone: string): string {
  const there = new Date(now.toLocaleString('en-US', { timeZone }))
  return `${there.getFullYear()}-${pad(there.getMonth() + 1)}-${pad(there.getDate())}`
}

export function addDays(day: string, count: number): string {
  const date = toDate(day)
  date.setDate(date.getDate() + count)
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}

export function daysUntil(due: string, now: Date, timeZone: string): number {
  const today = toDate(dayOf(now, timeZone))
  return -Math.round((today.getTime() - toDate(due).getTime()) / 86_400_000)
}

export function isOverdue(due: string, now: Date, timeZone: string): boolean {
  return daysUntil(due, now, timeZone) < 0
}
