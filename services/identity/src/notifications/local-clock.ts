/** Local date and time in a time zone. */
export interface LocalClock {
  zone: string
  /** `2026-11-21`. */
  today: string
  yesterday: string
  /** `09:05`. */
  time: string
}

const dayMs = 24 * 60 * 60 * 1000

/** @param zone IANA name, or an offset such as `+05:30` */
export function localClock(zone: string, now: Date): LocalClock {
  const [today = '', time = ''] = formatterOf(zone).format(now).split(' ')
  // By calendar, not by subtracting 24 hours: with daylight saving time, days can have 23 or 25.
  const yesterday = new Date(Date.parse(`${today}T00:00:00Z`) - dayMs).toISOString().slice(0, 10)
  return { zone, today, yesterday, time }
}

export const localDay = (at: Date, zone: string): string => localClock(zone, at).today

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Creating a formatter is slow, so they are cached by time zone. */
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone)
  if (formatter === undefined) {
    // Swedish writes dates the way ISO does.
    formatter = new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    formatters.set(timeZone, formatter)
  }
  return formatter
}
