import type { PlannedActivity } from '@rehearse/contracts'
import { arabic, type CalendarTexts, english } from './calendar-texts.rules.ts'
import type { DayPlan } from './plan.rules.ts'

export interface Calendar {
  /** Distinguishes this learner's entries from others'. */
  id: string
  /** The learner's language tag; English if it is unknown or not supported. */
  language?: string | undefined
  /** When the plan was computed. */
  at: Date
  date: string
  days: readonly (Pick<DayPlan, 'date' | 'activities' | 'due' | 'minutes'> & {
    unseen: number
    lessons: number
  })[]
}

/** An iCalendar document (RFC 5545) with an all-day entry for each day with something planned, and one for the interview. */
export function toCalendar({ id, language = 'en', at, date, days }: Calendar): string {
  const texts = /^ar\b/i.test(language) ? arabic : english
  const entry = (on: string, summary: string, description: string) => [
    'BEGIN:VEVENT',
    `UID:${on}-${id}@rehearse`,
    `DTSTAMP:${at.toISOString().replace(/[-:]|\.\d+/g, '')}`,
    `DTSTART;VALUE=DATE:${basic(on)}`,
    `DTEND;VALUE=DATE:${basic(dayAfter(on))}`,
    `SUMMARY:${escaped(summary)}`,
    `DESCRIPTION:${escaped(description)}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Rehearse//Interview plan//${texts.code}`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'NAME:Rehearse',
    'X-WR-CALNAME:Rehearse',
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    'X-PUBLISHED-TTL:PT6H',
    ...days.flatMap((day) => {
      const parts = partsOf(day, texts)
      if (parts.length === 0) return []
      const planned = texts.list(parts)
      const summary = `Rehearse: ${texts.within(planned, texts.minutes(Math.max(1, Math.round(day.minutes))))}`
      return entry(day.date, summary, texts.plannedToday(planned))
    }),
    ...entry(date, texts.interview, texts.interviewText),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

const partsOf = (
  { activities, unseen, lessons, due }: Calendar['days'][number],
  texts: CalendarTexts,
): string[] => [
  ...activityParts(activities, texts),
  ...(unseen > 0 ? [texts.questions(unseen)] : []),
  ...(lessons > 0 ? [texts.lessons(lessons)] : []),
  ...(due > 0 ? [texts.flashcards(due)] : []),
]

function activityParts(activities: readonly PlannedActivity[], texts: CalendarTexts): string[] {
  const count = (kind: PlannedActivity['kind']) =>
    activities.filter((activity) => activity.kind === kind).length
  return [
    ...(count('exam') > 0 ? [texts.exam] : []),
    ...(count('mock-interview') > 0 ? [texts.mockInterview] : []),
    ...(count('challenge') > 0 ? [texts.challenges(count('challenge'))] : []),
    ...(count('design') > 0 ? [texts.design] : []),
  ]
}

const basic = (day: string): string => day.replaceAll('-', '')

const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

/** Text values escape backslashes, semicolons, commas and line breaks. */
const escaped = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')

/** Lines have at most 75 bytes in UTF-8; a longer one continues on the next line, after a space. */
export function fold(line: string): string {
  const folded: string[] = []
  let part = ''
  let bytes = 0
  for (const character of line) {
    const size = byteLength(character)
    if (bytes + size > 75) {
      folded.push(part)
      part = ' '
      bytes = 1
    }
    part += character
    bytes += size
  }
  return [...folded, part].join('\r\n')
}

const byteLength = (character: string): number => {
  const code = character.codePointAt(0) ?? 0
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
}
