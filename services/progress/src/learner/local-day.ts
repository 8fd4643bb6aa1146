/** A calendar day, `YYYY-MM-DD`. */
export type Day = string

const millisecondsPerDay = 86_400_000
/** Wherever clocks have stood since 1972, midnight falls on such a quarter. */
const quarterHour = 900_000
/** Of a zone that is an offset, `+01:07`, midnight falls on a minute. */
const minute = 60_000

interface Zone {
  formatter: Intl.DateTimeFormat
  /** Milliseconds, at whose multiples days begin. */
  step: number
  /** The step that was asked for last, and its day: the next question is often the same. */
  steps: number
  day: Day
}
const zones = new Map<string, Zone>()
/** There are some 600 names, but any spelling is one, and each that is kept takes 30 KB. */
const zonesMax = 1_000

/**
 * The calendar day that a person in a time zone would name at that instant, daylight saving included.
 * @param timeZone IANA name
 */
export function localDay(instant: Date, timeZone: string): Day {
  const zone = zones.get(timeZone) ?? open(timeZone)
  const steps = Math.floor(instant.getTime() / zone.step)
  if (zone.steps !== steps) {
    zone.day = zone.formatter.format(instant)
    zone.steps = steps
  }
  return zone.day
}

function open(timeZone: string): Zone {
  const step = /^[+-]/.test(timeZone) ? minute : quarterHour
  const zone = { formatter: formatterOf(timeZone), step, steps: Number.NaN, day: '' }
  if (zones.size >= zonesMax) zones.clear()
  zones.set(timeZone, zone)
  return zone
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
