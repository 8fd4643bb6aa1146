import { useLocale } from './locale.ts'
import { inWesternDigits, later } from './plural.ts'

const HOUR = 3_600
const DAY = 24 * HOUR
/** Arabic formatting adds these marks around a percentage; they aren't needed and would misplace the next number. */
const LEFT_TO_RIGHT_MARK = '\u200e'

/** Formats numbers, times and dates in the reader's language. */
export function createFormat(language: string) {
  const locale = inWesternDigits(language)
  const number = later(() => new Intl.NumberFormat(locale))
  const decimal = later(
    () => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  )
  const ratio = later(
    () => new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
  )
  const percent = later(() => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }))
  const signed = later(() => new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' }))
  const twoDigits = later(() => new Intl.NumberFormat(locale, { minimumIntegerDigits: 2 }))
  const day = later(
    () => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
  )
  const weekday = later(() => new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }))
  const month = later(() => new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' }))
  const monthOfYear = later(
    () => new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' }),
  )
  const date = later(() => new Intl.DateTimeFormat(locale, { dateStyle: 'long' }))
  const moment = later(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }))
  const unit = (name: 'hour' | 'minute' | 'second') =>
    later(() => new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'narrow' }))
  const span = (unit: 'minute' | 'hour' | 'day' | 'month' | 'year') =>
    later(
      () =>
        new Intl.NumberFormat(locale, {
          style: 'unit',
          unit,
          unitDisplay: 'short',
          maximumFractionDigits: 1,
        }),
    )
  const spans = {
    minute: span('minute'),
    hour: span('hour'),
    day: span('day'),
    month: span('month'),
    year: span('year'),
  }
  const [hours, minutes, secs] = [unit('hour'), unit('minute'), unit('second')]

  return {
    number: (value: number) => number().format(value),
    decimal: (value: number) => decimal().format(value),
    /** A correlation or another ratio, to two decimal places. */
    ratio: (value: number) => ratio().format(value),
    /** @param value a whole percentage, 0 to 100 */
    percent: (value: number) =>
      percent()
        .format(value / 100)
        .replaceAll(LEFT_TO_RIGHT_MARK, ''),
    signed: (value: number) => signed().format(value),
    /** @param date a calendar day, `2026-11-21`, which no time zone shifts */
    day: (date: string) => day().format(new Date(`${date}T00:00:00Z`)),
    weekday: (date: string) => weekday().format(new Date(`${date}T00:00:00Z`)),
    /** @param date a calendar day or a month: `2026-11-21`, `2026-11` */
    month: (date: string) => month().format(new Date(`${date.slice(0, 7)}-01T00:00:00Z`)),
    monthOfYear: (date: string) => monthOfYear().format(new Date(`${date.slice(0, 7)}-01T00:00:00Z`)),
    /** The day of a timestamp, in full, in the device's time zone. */
    date: (timestamp: string) => date().format(new Date(timestamp)),
    moment: (timestamp: string) => moment().format(new Date(timestamp)),
    /** Seconds as a stopwatch shows them: 4:12. */
    stopwatch: (seconds: number) =>
      `${number().format(Math.floor(seconds / 60))}:${twoDigits().format(Math.floor(seconds) % 60)}`,
    /** Seconds in the two largest useful units: 3h 20m, 12m, 40s. */
    duration: (seconds: number) => {
      if (seconds < 60) return secs().format(Math.round(seconds))
      const total = Math.round(seconds / 60)
      const parts = []
      if (total >= 60) parts.push(hours().format(Math.floor(total / 60)))
      if (total % 60 > 0 || total < 60) parts.push(minutes().format(total % 60))
      return parts.join(' ')
    },
    /** Seconds until the next review, in one unit: 10 min, 8 days, 2.3 mths. */
    interval: (seconds: number) => {
      const days = seconds / DAY
      if (seconds < HOUR) return spans.minute().format(Math.max(1, Math.round(seconds / 60)))
      if (seconds < DAY) return spans.hour().format(Math.round(seconds / HOUR))
      if (days < 31) return spans.day().format(Math.round(days))
      return days < 365 ? spans.month().format(days / 30.4) : spans.year().format(days / 365)
    },
  }
}

export type Format = ReturnType<typeof createFormat>

const formats = new Map<string, Format>()

/** The format of the interface's language, shared by the whole page. */
export function useFormat(): Format {
  const language = useLocale((state) => state.language)
  const format = formats.get(language) ?? createFormat(language)
  formats.set(language, format)
  return format
}

/** The calendar day, `2026-11-21`, in the device's time zone. */
export const localDay = (at: Date = new Date()): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-')

export function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + count)
  return date.toISOString().slice(0, 10)
}
