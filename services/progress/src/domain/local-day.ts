/** A calendar day, `YYYY-MM-DD`. */
export type Day = string

const millisecondsPerDay = 86_400_000
const formatters = new Map<string, Intl.DateTimeFormat>()

/**
 * The calendar day that a person in a time zone would name at that instant, daylight saving included.
 * @param timeZone IANA name
 */
export function localDay(instant: Date, timeZone: string): Day {
  let formatter = formatters.get(timeZone)
  if (formatter === undefined) {
    // en-CA writes dates as YYYY-MM-DD.
    formatter = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
    formatters.set(timeZone, formatter)
  }
  return formatter.format(instant)
}

/** How many days `to` is after `from`; negative when it is before. Days have no hours, so no clock change matters. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / millisecondsPerDay)
}

export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(day) + days * millisecondsPerDay).toISOString().slice(0, 10)
}
