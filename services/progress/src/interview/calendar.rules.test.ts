import type { PlannedActivity } from '@rehearse/contracts'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { fold, toCalendar } from './calendar.rules.ts'

const day = (date: string, unseen: number, lessons: number, due: number, minutes: number) => ({
  ...{ date, activities: [] as PlannedActivity[], unseen, lessons, due, minutes },
})
const given = {
  id: '0123456789abcdef',
  at: new Date('2026-11-01T09:30:15.250Z'),
  date: '2026-12-31',
  days: [
    day('2026-11-01', 8, 1, 12, 21.5),
    day('2026-11-02', 0, 0, 0, 0),
    day('2026-11-03', 1, 0, 1, 2),
    // The clocks change that night in New York.
    day('2026-10-31', 2, 2, 2, 10),
  ],
}

test('ical.js reads all-day entries in order, without the empty days', () => {
  const calendar = new ICAL.Component(ICAL.parse(toCalendar(given)))
  expect(calendar.getFirstPropertyValue('version')).toBe('2.0')
  expect(calendar.getFirstPropertyValue('prodid')).toContain('Rehearse')
  const events = calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one))
  expect(
    events.map(({ startDate, endDate, summary }) => [startDate.toString(), endDate.toString(), summary]),
  ).toEqual([
    ['2026-11-01', '2026-11-02', 'Rehearse: 8 new questions, 1 lesson, 12 flashcards; 22 minutes'],
    ['2026-11-03', '2026-11-04', 'Rehearse: 1 new question, 1 flashcard; 2 minutes'],
    ['2026-10-31', '2026-11-01', 'Rehearse: 2 new questions, 2 lessons, 2 flashcards; 10 minutes'],
    ['2026-12-31', '2027-01-01', 'Interview'],
  ])
  expect(events.every(({ startDate }) => startDate.isDate)).toBe(true)
  expect(events[0]?.component.getFirstPropertyValue('dtstamp')?.toString()).toBe('2026-11-01T09:30:15Z')
})

test.each(['ar', 'ar-EG'])('is in Arabic for a learner who prefers %s', (language) => {
  const text = toCalendar({ ...given, language })
  const calendar = new ICAL.Component(ICAL.parse(text))
  expect(calendar.getFirstPropertyValue('prodid')).toMatch(/AR$/)
  const events = calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one))
  expect(events.map(({ summary }) => summary)).toEqual([
    'Rehearse: 8 أسئلة جديدة، درس، 12 بطاقة (22 دقيقة)',
    'Rehearse: سؤال جديد، بطاقة (دقيقتان)',
    'Rehearse: سؤالان جديدان، درسان، بطاقتان (10 دقائق)',
    'المقابلة',
  ])
  for (const { description } of events) expect(description).not.toMatch(/[a-z]/i)
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
})

test('ids are unique and stay when the plan changes', () => {
  const uids = (text: string) => [...text.matchAll(/^UID:(.*)\r$/gm)].map(([, uid]) => uid)
  const before = uids(toCalendar(given))
  expect(new Set(before).size).toBe(4)
  const changed = { ...given, at: new Date(), days: given.days.map((one) => ({ ...one, due: one.due + 1 })) }
  expect(uids(toCalendar(changed))).toEqual(expect.arrayContaining(before))
  expect(uids(toCalendar({ ...given, id: 'fedcba9876543210' }))).not.toContain(before[0])
})

test('lines end with CRLF, have at most 75 bytes, and unfold to the text', () => {
  const text = toCalendar(given)
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(text).toContain('8 new questions\\, 1 lesson\\, 12 flashcards\\; 22 minutes'.slice(0, 20))
  const long = `SUMMARY:${'Vorstellungsgespräch 面试 👩🏽‍💻 '.repeat(12)}`
  const folded = fold(long)
  for (const line of folded.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(folded.replaceAll('\r\n ', '')).toBe(long)
})

test('names what a track asks for, before everything else', () => {
  const activity = (kind: PlannedActivity['kind']) => ({ kind, title: null, minutes: 20, to: '/' })
  const busy = {
    ...day('2026-11-01', 3, 0, 0, 60),
    activities: [
      activity('challenge'),
      activity('challenge'),
      activity('mock-interview'),
      activity('design'),
    ],
  }
  const summaryIn = (language: string) =>
    new ICAL.Component(ICAL.parse(toCalendar({ ...given, language, days: [busy] })))
      .getAllSubcomponents('vevent')
      .map((one) => new ICAL.Event(one).summary)[0]
  expect(summaryIn('en')).toBe(
    'Rehearse: mock interview, 2 coding challenges, design case, 3 new questions; 60 minutes',
  )
  expect(summaryIn('ar')).toBe(
    'Rehearse: مقابلة تجريبية، تحديان برمجيان، مسألة تصميم، 3 أسئلة جديدة (60 دقيقة)',
  )
})
