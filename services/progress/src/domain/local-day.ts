/** A calendar day, `YYYY-MM-DD`. */
export type Day = string

const millisecondsPerDay = 86_400_000
/** Wherever clocks have stood since 1972, midnight falls on such a quarter. */
const quarterHour = 900_000

interface Zone {
  formatter: Intl.DateTimeFormat
  /** The quarter of an hour that was asked for last, and its day: the next question is often the same. */
  quarter: number
  day: Day
}
const zones = new Map<string, Zone>()

/**
 * The calendar day that a person in a time zone would name at that instant, daylight saving included.
 * @param timeZone IANA name
 */
export function localDay(instant: Date, timeZone: string): Day {
  const quarter = Math.floor(instant.getTime() / quarterHour)
  let zone = zones.get(timeZone)
  if (zone === undefined) {
    zone = { formatter: formatterOf(timeZone), quarter: Number.NaN, day: '' }
    zones.set(timeZone, zone)
  }
  if (zone.quarter !== quarter) {
    zone.day = zone.formatter.format(instant)
    zone.quarter = quarter
  }
  return zone.day
}

/** en-CA writes dates as YYYY-MM-DD. */
const formatterOf = (timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })

/** How many days `to` is after `from`; negative when it is before. Days have no hours, so no clock change matters. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / millisecondsPerDay)
}

export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(day) + days * millisecondsPerDay).toISOString().slice(0, 10)
}
