import type { DayPlan } from './plan.rules.ts'

export interface Calendar {
  /** Distinguishes this learner's entries from others'. */
  id: string
  /** When the plan was computed. */
  at: Date
  date: string
  days: readonly (Pick<DayPlan, 'date' | 'due' | 'minutes'> & { unseen: number; lessons: number })[]
}

/** An iCalendar document (RFC 5545) with an all-day entry for each day with something planned, and one for the interview. */
export function toCalendar({ id, at, date, days }: Calendar): string {
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
    'PRODID:-//Rehearse//Interview plan//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'NAME:Rehearse',
    'X-WR-CALNAME:Rehearse',
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    'X-PUBLISHED-TTL:PT6H',
    ...days.flatMap((day) => {
      const parts = partsOf(day)
      if (parts.length === 0) return []
      const minutes = counted(Math.ceil(day.minutes), 'minute').join()
      return entry(
        day.date,
        `Rehearse: ${parts.join(', ')}; ${minutes}`,
        `Planned for today: ${parts.join(', ')}.`,
      )
    }),
    ...entry(date, 'Interview', 'Good luck! Your preparation plan ends the day before.'),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

const partsOf = ({ unseen, lessons, due }: Calendar['days'][number]): string[] => [
  ...counted(unseen, 'new question'),
  ...counted(lessons, 'lesson'),
  ...counted(due, 'flashcard'),
]

const counted = (count: number, noun: string): string[] =>
  count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`]

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
