import { INTERVIEW_DAYS_MAX, TRACK_LEVELS, TRACK_ROLES } from '@rehearse/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, daysBetween } from '../learner/days.ts'
import { paceOf } from '../pace/pace.rules.ts'
import { planInterview } from './plan.rules.ts'
import { type Candidate, scheduleTrack, type TrackInput, trackMinutes } from './track.rules.ts'

const today = '2026-11-02'
const estimatedPace = paceOf({}, {})
const candidates = (count: number, category: string, difficulty: Candidate['difficulty']): Candidate[] =>
  Array.from({ length: count }, (_, at) => ({
    ...{ id: `${category}-${difficulty}-${at}`, title: `${category} ${at}`, category, difficulty },
  }))
const none = { challenges: [], designs: [], mockInterviews: [], exams: [] }
const input = (changes: Partial<TrackInput> = {}): TrackInput => ({
  ...{ track: { role: 'react', level: 'mid' }, today, setOn: today, date: addDays(today, 14) },
  ...{ minutesPerDay: 45, pace: estimatedPace, examQuestions: 20, done: none },
  challenges: [...candidates(9, 'react', 'medium'), ...candidates(9, 'javascript', 'medium')],
  designs: candidates(9, 'System Design', 'medium'),
  ...changes,
})
const kinds = (given: TrackInput) =>
  scheduleTrack(given).map((day) => day.map(({ kind }) => kind.replace('mock-', '')).join('+'))

test('a week has three challenges, a design case and a mock interview; the last one has the mock exam', () => {
  const ofWeek = ['challenge', 'challenge', 'design', 'challenge', '', 'interview', '']
  expect(kinds(input())).toEqual([...ofWeek, ...ofWeek.with(4, 'exam')])
  const short = kinds(input({ minutesPerDay: 20 }))
  expect(short.filter((day) => day === 'challenge')).toHaveLength(4)
})

test('challenges of the role come in turn, those of the level first, each once', () => {
  const challenges = [
    ...candidates(1, 'react', 'hard'),
    ...candidates(1, 'react', 'medium'),
    ...candidates(2, 'javascript', 'easy'),
    ...candidates(5, 'css', 'medium'),
  ]
  const asked = scheduleTrack(input({ challenges }))
    .flat()
    .filter(({ kind }) => kind === 'challenge')
  expect(asked.map(({ to, minutes }) => [to, minutes])).toEqual([
    ['/coding/react-medium-0', 25],
    ['/coding/javascript-easy-0', 15],
    ['/coding/react-hard-0', 40],
    ['/coding/javascript-easy-1', 15],
  ])
})

test('what was missed moves to today within its week, and never piles up', () => {
  const late = (days: number) => kinds(input({ today: addDays(today, days) }))
  // Three days without anything: two challenges and the design case are left, and fit into the next days.
  expect(late(3).slice(0, 4).join(' ')).toBe('challenge+design challenge challenge interview')
  // A whole week: only the second one is asked for.
  expect(late(7)).toEqual(['challenge', 'challenge', 'design', 'challenge', 'exam', 'interview', ''])
})

test('what was done counts for its week, also ahead of its day, and not for another', () => {
  const done = {
    challenges: [{ day: today }, { day: today }],
    designs: [addDays(today, 1)],
    mockInterviews: [addDays(today, 1)],
    exams: [addDays(today, 1)],
  }
  expect(kinds(input({ today: addDays(today, 1), done }))).toEqual([
    ...['', '', 'challenge', '', '', ''],
    ...['challenge', 'challenge', 'design', 'challenge', 'exam', 'interview', ''],
  ])
  const examined = kinds(input({ today: addDays(today, 8), done: { ...none, exams: [addDays(today, 8)] } }))
  expect(examined).not.toContain('exam')
  const before = { ...none, mockInterviews: [addDays(today, -1)] }
  expect(kinds(input({ done: before })).filter((day) => day.includes('interview'))).toHaveLength(2)
})

test('a day that other plans fill leaves an activity to the next one with time', () => {
  const days = scheduleTrack(input({ elsewhere: [35, 10] }))
  expect(days[0]).toEqual([])
  expect(days.slice(1).every((day, at) => day.length < 2 || at > 0)).toBe(true)
  expect(days.flat()).toHaveLength(scheduleTrack(input()).flat().length)
})

test('minutes of what was done today are those that the plan has for it', () => {
  const done = {
    challenges: [
      { day: today, difficulty: 'easy' as const },
      { day: addDays(today, -1), difficulty: 'hard' as const },
    ],
    designs: [today],
    mockInterviews: [today],
  }
  expect(trackMinutes(done, { today, minutesPerDay: 45, pace: estimatedPace })).toBe(15 + 15 + 45)
  expect(trackMinutes(done, { today, minutesPerDay: 20, pace: estimatedPace })).toBe(15 + 15 + 20)
})

test('for any track: no day but its first activity exceeds its minutes, and the plan around it keeps its promises', () => {
  const histories = fc.record({
    track: fc.record({ role: fc.constantFrom(...TRACK_ROLES), level: fc.constantFrom(...TRACK_LEVELS) }),
    length: fc.integer({ min: 1, max: INTERVIEW_DAYS_MAX }),
    passed: fc.nat(INTERVIEW_DAYS_MAX),
    minutesPerDay: fc.integer({ min: 5, max: 240 }),
    challenges: fc.nat(20),
    designs: fc.nat(9),
    examQuestions: fc.constantFrom(0, 10, 20),
    done: fc.record({
      challenges: fc.array(fc.nat(6), { maxLength: 4 }),
      designs: fc.array(fc.nat(6), { maxLength: 2 }),
      mockInterviews: fc.array(fc.nat(6), { maxLength: 2 }),
      exams: fc.array(fc.nat(6), { maxLength: 2 }),
    }),
    questions: fc.nat(200),
  })
  fc.assert(
    fc.property(histories, ({ length, passed, done, questions, ...given }) => {
      const setOn = addDays(today, -Math.min(passed, length - 1))
      const ago = (days: number) => addDays(today, -days)
      const schedule = input({
        ...given,
        setOn,
        date: addDays(setOn, length),
        challenges: candidates(given.challenges, 'javascript', 'medium'),
        designs: candidates(given.designs, 'System Design', 'easy'),
        done: {
          challenges: done.challenges.map((days) => ({ day: ago(days) })),
          designs: done.designs.map(ago),
          mockInterviews: done.mockInterviews.map(ago),
          exams: done.exams.map(ago),
        },
      })
      const days = scheduleTrack(schedule)
      expect(days).toHaveLength(daysBetween(today, schedule.date))
      for (const activities of days) {
        const minutes = activities.reduce((sum, activity) => sum + activity.minutes, 0)
        if (activities.length > 1) expect(minutes).toBeLessThanOrEqual(schedule.minutesPerDay)
      }
      const all = days.flat()
      for (const kind of ['challenge', 'design'] as const) {
        const pages = all.filter((one) => one.kind === kind).map(({ to }) => to)
        expect(new Set(pages).size).toBe(pages.length)
      }
      const exams = all.filter(({ kind }) => kind === 'exam')
      const isOver = done.exams.some((days) => Math.ceil(daysBetween(ago(days), schedule.date) / 7) === 1)
      expect(exams.length).toBeLessThanOrEqual(isOver || given.examQuestions === 0 ? 0 : 1)
      const plan = planInterview({
        ...schedule,
        activities: days,
        items: Array.from({ length: questions }, (_, at) => ({ kind: 'question', questionId: `${at}` })),
        cards: [],
        done: { minutes: 0, cards: 0 },
        minutesPer: { question: 1.5, card: 0.5 },
      })
      for (const day of plan.days) {
        const parts = day.activities.reduce((sum, { minutes }) => sum + minutes, 0)
        expect(day.minutes).toBeCloseTo(parts + 1.5 * day.items.length + 0.5 * day.due)
        // No longer than asked for, plus one item.
        const longest = Math.max(1.5, ...day.activities.map(({ minutes }) => minutes))
        expect(day.minutes).toBeLessThanOrEqual(schedule.minutesPerDay + longest + 1e-6)
      }
      if (plan.unplanned.length === 0) expect(plan.extraMinutesPerDay).toBe(0)
    }),
    { numRuns: 1_000 },
  )
})
