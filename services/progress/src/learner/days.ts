/** A calendar day, `YYYY-MM-DD`. */
export type Day = string

const millisecondsPerDay = 86_400_000
/** In every time zone since 1972, midnight falls on a quarter-hour. */
const quarterHour = 900_000
/** In an offset time zone such as `+01:07`, midnight falls on a whole minute. */
const minute = 60_000

interface Zone {
  formatter: Intl.DateTimeFormat
  /** Days begin at multiples of this many milliseconds. */
  step: number
  /** The last requested step and its day: the next request is often for the same step. */
  steps: number
  day: Day
}
const zones = new Map<string, Zone>()
/** There are about 600 names, but spelling varies, and each cached formatter takes 30 KB. */
const zonesMax = 1_000

/**
 * The calendar day of an instant in a time zone, daylight saving time included.
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

/** How far (milliseconds) a time zone is ahead of UTC at an instant; negative west of it. */
export function utcOffset(instant: Date, timeZone: string): number {
  const fields = {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  } as const
  const format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...fields })
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
  const of = (field: keyof typeof fields) => parts.get(field) ?? 0
  const local = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'))
  return local - Math.floor(instant.getTime() / minute) * minute
}

/**
 * How many days `to` is after `from`; negative if it is before. Days have no hours, so clock changes don't matter.
 */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / millisecondsPerDay)
}

/** When a day ends in a time zone: its following midnight, or the first instant after it if a clock change skips that. */
export function endOfDay(day: Day, timeZone: string): Date {
  // No zone is more than 14 hours ahead of UTC.
  let at = Date.parse(addDays(day, 1)) - 60 * quarterHour
  while (localDay(new Date(at), timeZone) <= day) at += quarterHour
  return new Date(at)
}

export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(day) + days * millisecondsPerDay).toISOString().slice(0, 10)
}

/**
 * Days on which a plan was paused: `from` the day of the pause `to` the day it was resumed; null if it is still
 * paused.
 */
export interface Pause {
  from: Day
  to: Day | null
}

/**
 * The day of a plan that a calendar day falls on, from 1. Paused days don't count: a plan that is paused on its
 * second day and resumed a week later continues with its second day.
 */
export function planDayOf(date: Day, plan: { startedOn: Day; pauses: readonly Pause[] }): number {
  const stoodStill = plan.pauses.reduce((days, { from, to }) => {
    const end = to === null || to > date ? date : to
    return days + Math.max(0, daysBetween(from, end))
  }, 0)
  return Math.max(1, daysBetween(plan.startedOn, date) - stoodStill + 1)
}

/** The target of each day: the daily number until the total is reached, and the rest on the last day. */
export function dailyTargets(plan: {
  duration: number
  totalQuestions: number
  dailyQuestions: number
}): number[] {
  const { duration, totalQuestions, dailyQuestions } = plan
  return Array.from({ length: duration }, (_, index) => {
    const left = Math.max(0, totalQuestions - index * dailyQuestions)
    return index === duration - 1 ? left : Math.min(dailyQuestions, left)
  })
}

/** Divides a whole number by weights; the rest left by rounding goes to the largest remainders. */
export function shares(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((a, b) => a + b, 0)
  const exact = weights.map((weight) => (sum === 0 ? total / weights.length : (total * weight) / sum))
  const whole = exact.map(Math.floor)
  const over = total - whole.reduce((a, b) => a + b, 0)
  const byRemainder = exact.map((_, index) => index).sort((a, b) => remainder(b) - remainder(a) || a - b)
  for (const index of byRemainder.slice(0, over)) whole[index] = (whole[index] ?? 0) + 1
  return whole

  function remainder(index: number): number {
    return (exact[index] ?? 0) - (whole[index] ?? 0)
  }
}
