import { seededRandom } from '@rehearse/contracts'
import fc from 'fast-check'
import type { Card } from 'ts-fsrs'
import { expect, test } from 'vitest'
import { addDays, daysBetween } from '../learner/days.ts'
import { usualSchedule } from '../learner/review-schedule.ts'
import {
  type Cards,
  type InterviewPlan,
  type LearningItem,
  type PlanInput,
  planInterview,
} from './plan.rules.ts'

const today = '2026-11-01'
const questions = (count: number): LearningItem[] =>
  Array.from({ length: count }, (_, at) => ({ kind: 'question', questionId: `q${at}` }))
const lesson = (minutes: number): LearningItem => ({
  kind: 'lesson',
  pathId: 'p',
  stepId: `${minutes}`,
  title: '',
  minutes,
})
const input = (changes: Partial<PlanInput> = {}): PlanInput => ({
  today,
  setOn: today,
  date: addDays(today, 10),
  minutesPerDay: 30,
  items: [],
  cards: [],
  minutesPer: { question: 1.5, card: 0.5 },
  done: { minutes: 0, cards: 0 },
  ...changes,
})
const unseen = ({ days }: InterviewPlan) =>
  days.map(({ items }) => items.filter(({ kind }) => kind === 'question').length)

test('spreads what is new evenly over the first 70 % of the days', () => {
  const plan = planInterview(input({ items: questions(70) }))
  expect(unseen(plan)).toEqual([10, 10, 10, 10, 10, 10, 10, 0, 0, 0])
  expect(plan).toMatchObject({ percent: 100, extraMinutesPerDay: 0, learnUntil: '2026-11-07', unplanned: [] })
  expect(unseen(planInterview(input({ items: questions(3) })))).toEqual([1, 0, 1, 0, 1, 0, 0, 0, 0, 0])
})

test('says what share fits, and how many more minutes a day everything would take', () => {
  // 10 days of 20 questions for 226, less up to 30 % for cards.
  const plan = planInterview(input({ items: questions(226) }))
  expect(plan).toMatchObject({ percent: 69, extraMinutesPerDay: 14 })
  expect(plan.days.every(({ minutes }) => minutes > 28)).toBe(true)
  const more = planInterview(input({ items: questions(226), minutesPerDay: 44 }))
  expect(more).toMatchObject({ percent: 100, extraMinutesPerDay: 0 })
  expect(planInterview(input({ items: questions(226), minutesPerDay: 43 })).percent).toBe(98)
})

test('plans again from what is left after missed days', () => {
  const missed = planInterview(input({ items: questions(70), today: addDays(today, 3) }))
  expect(unseen(missed)).toEqual([14, 14, 14, 14, 14, 0, 0])
  expect(missed.learnUntil).toBe('2026-11-08')
  // Too late for everything: no day is left empty.
  const late = planInterview(input({ items: questions(70), today: addDays(today, 6) }))
  expect(unseen(late)).toEqual([20, 20, 14, 14])
  expect(late).toMatchObject({ percent: 97, learnUntil: '2026-11-10' })
})

test('leaves the minutes of other plans free, on each day', () => {
  const items = questions(200)
  const plan = planInterview(
    input({ items, elsewhere: [15, 30], done: { minutes: 0, cards: 0, elsewhere: 6 } }),
  )
  expect(unseen(plan).slice(0, 4)).toEqual([6, 0, 18, 20])
  expect(plan.days.slice(0, 3).map(({ minutes }) => minutes)).toEqual([9, 0, 30])
})

test('counts what was done today toward today', () => {
  const items = questions(70)
  const plan = planInterview(input({ items: items.slice(4), done: { minutes: 6, cards: 0 } }))
  expect(unseen(plan)).toEqual([6, 10, 10, 10, 10, 10, 10, 0, 0, 0])
  const full = planInterview(input({ items: items.slice(10), done: { minutes: 15, cards: 40 } }))
  expect(full.days[0]).toMatchObject({ items: [], due: 0, minutes: 0 })
  const ahead = planInterview(input({ items: items.slice(40), done: { minutes: 60, cards: 0 } }))
  expect(unseen(ahead)).toEqual([0, 5, 5, 5, 5, 5, 5, 0, 0, 0])
})

test('gives due cards the minutes that are left, from the first day, and expects new questions as cards', () => {
  const cards = [{ due: addDays(today, -3), interval: 4, count: 50 }]
  const plan = planInterview(input({ items: questions(70), cards }))
  expect(plan.days.slice(0, 2).map(({ due, minutes }) => [due, minutes])).toEqual([
    [30, 30],
    [20, 25],
  ])
  expect(plan.days.slice(2).reduce((sum, { due }) => sum + due, 0)).toBeGreaterThan(0)
})

test('an interview today or in the past has no days, and one tomorrow has one', () => {
  for (const days of [0, -5]) {
    const plan = planInterview(
      input({ items: questions(5), date: addDays(today, days), setOn: addDays(today, -9) }),
    )
    expect(plan).toMatchObject({ days: [], percent: 0, extraMinutesPerDay: 0 })
  }
  expect(unseen(planInterview(input({ items: questions(5), date: addDays(today, 1) })))).toEqual([5])
})

test('nothing to learn is covered', () => {
  expect(planInterview(input())).toMatchObject({ percent: 100, extraMinutesPerDay: 0, unplanned: [] })
})

test('fills no day beyond its minutes and its last item, leaves none empty while time is short, and loses nothing', () => {
  fc.assert(
    fc.property(
      fc.record({
        length: fc.integer({ min: 1, max: 60 }),
        passed: fc.integer({ min: 0, max: 60 }),
        minutesPerDay: fc.integer({ min: 5, max: 240 }),
        left: fc.integer({ min: 0, max: 400 }),
        lessons: fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 10 }),
        cards: fc.array(
          fc.record({
            due: fc.integer({ min: -30, max: 60 }).map((days) => addDays(today, days)),
            interval: fc.integer({ min: 0, max: 90 }),
            count: fc.integer({ min: 1, max: 50 }),
          }),
          { maxLength: 8 },
        ),
        done: fc.record({ minutes: fc.integer({ min: 0, max: 60 }), cards: fc.integer({ min: 0, max: 60 }) }),
      }),
      ({ length, passed, minutesPerDay, left, lessons, cards, done }) => {
        const items = [...lessons.map(lesson), ...questions(left)]
        const given = input({
          ...{
            date: addDays(today, length),
            today: addDays(today, Math.min(passed, length)),
            minutesPerDay,
            items,
            cards,
            done,
          },
        })
        const plan = planInterview(given)
        expect(plan.days).toHaveLength(daysBetween(given.today, given.date))
        const planned = plan.days.flatMap((day) => day.items)
        expect(new Set(planned).size).toBe(planned.length)
        expect(new Set([...planned, ...plan.unplanned])).toEqual(new Set(items))
        expect(planned.length + plan.unplanned.length).toBe(items.length)
        for (const [at, { minutes, items: ofDay, due }] of plan.days.entries()) {
          const before = at === 0 ? done.minutes + done.cards / 2 : 0
          const isLonger = before + minutes > minutesPerDay + 1e-6 && minutes > 0
          // Only by an item that has the day to itself.
          if (isLonger) expect([ofDay.length, due, before < minutesPerDay]).toEqual([1, 0, true])
          if (plan.unplanned.length > 0) expect(before + minutes).toBeGreaterThan(0)
        }
        expect(plan.percent === 100).toBe(plan.unplanned.length === 0)
        expect(plan.extraMinutesPerDay > 0).toBe(plan.unplanned.length > 0 && plan.days.length > 0)
        if (plan.extraMinutesPerDay === 0) return
        const more = planInterview({ ...given, minutesPerDay: minutesPerDay + plan.extraMinutesPerDay })
        expect(more.unplanned).toEqual([])
      },
    ),
    { numRuns: 500 },
  )
})

/** A learner who follows the plan: the expected recall of the questions on the day of the interview, and each day's work. */
function simulate(
  seed: string,
  daily: Daily,
  count = 300,
): { recall: number; days: { unseen: number; due: number }[] } {
  const random = seededRandom(seed)
  const noon = (day: number) => new Date(`${addDays(today, day)}T12:00:00Z`)
  const cards: Card[] = []
  const days: { unseen: number; due: number }[] = []
  for (let day = 0; day < 30; day += 1) {
    const waiting = cards
      .filter(({ due }) => due.toISOString().slice(0, 10) <= addDays(today, day))
      .sort((one, other) => one.due.getTime() - other.due.getTime())
    const { unseen, due } = daily(
      day,
      count - cards.length,
      cards.map((card) => ({
        due: card.due.toISOString().slice(0, 10),
        interval: card.scheduled_days,
        count: 1,
      })),
    )
    for (const card of waiting.slice(0, due)) {
      const isKnown = random() < usualSchedule.recall(card, noon(day))
      Object.assign(card, usualSchedule.next(card, { at: noon(day), rating: isKnown ? 3 : 1 }))
    }
    for (let asked = 0; asked < unseen; asked += 1) {
      cards.push(usualSchedule.of([{ at: noon(day), rating: random() < 0.6 ? 3 : 1 }]))
    }
    days.push({ unseen, due: Math.min(due, waiting.length) })
  }
  const recall = cards.reduce((sum, card) => sum + usualSchedule.recall(card, noon(30)), 0)
  return { recall: recall / count, days }
}

type Daily = (day: number, left: number, cards: Cards[]) => { unseen: number; due: number }

const planned: Daily = (day, left, cards) => {
  const [first] = planInterview(
    input({
      ...{ today: addDays(today, day), date: addDays(today, 30), minutesPerDay: 25 },
      ...{ items: questions(left), cards, minutesPer: { question: 1, card: 1 } },
    }),
  ).days
  return { unseen: first?.items.length ?? 0, due: first?.due ?? 0 }
}

const dueFirst: Daily = (day, left, cards) => {
  const due = Math.min(25, cards.filter((card) => card.due <= addDays(today, day)).length)
  return { unseen: Math.min(25 - due, left), due }
}

test('300 cards, 25 a day, 30 days: an expected recall of at least 0.85 on the day, far above reviewing first', () => {
  const run = (daily: Daily) => Array.from({ length: 5 }, (_, at) => simulate(`learner ${at}`, daily))
  const mean = (results: readonly { recall: number }[]) =>
    results.reduce((sum, { recall }) => sum + recall, 0) / results.length
  const results = run(planned)
  expect(
    Math.max(...results.flatMap(({ days }) => days.map(({ unseen, due }) => unseen + due))),
  ).toBeLessThanOrEqual(25)
  expect(mean(results)).toBeGreaterThanOrEqual(0.85)
  expect(mean(run(dueFirst))).toBeLessThan(0.75)
})

test('beside it, days are evenly filled, even if not everything fits: cards come from the second day, without a rush at the end', () => {
  for (const count of [300, 360, 450, 600]) {
    const { days } = simulate('learner', planned, count)
    expect(Math.min(...days.map(({ unseen, due }) => unseen + due))).toBeGreaterThanOrEqual(15)
    expect(Math.min(...days.slice(2).map(({ due }) => due))).toBeGreaterThanOrEqual(7)
    expect(Math.max(...days.map(({ unseen, due }) => unseen + due))).toBeLessThanOrEqual(25)
  }
})
