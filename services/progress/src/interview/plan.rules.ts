import { MINUTES_PER_CARD, MINUTES_PER_QUESTION } from '@rehearse/contracts/constants'
import { addDays, type Day, daysBetween } from '../learner/days.ts'
import { usualSchedule } from '../learner/review-schedule.ts'

/** Something new to learn: a question that the learner hasn't seen, or a lesson. */
export type LearningItem =
  | { kind: 'question'; questionId: string }
  | { kind: 'lesson'; pathId: string; stepId: string; title: string; minutes: number }

/** Flashcards that are due on the same day after the same interval. */
export interface Cards {
  due: Day
  /** Days between their last review and that day. */
  interval: number
  count: number
}

export interface PlanInput {
  today: Day
  /** When the interview was set. */
  setOn: Day
  /** The day of the interview. */
  date: Day
  minutesPerDay: number
  /** What is left to learn. */
  items: readonly LearningItem[]
  cards: readonly Cards[]
  /** What was done today: minutes spent on new items, and the number of cards. */
  done: { minutes: number; cards: number }
  /** Estimated minutes. */
  minutesPer?: { question: number; card: number }
}

export interface DayPlan {
  date: Day
  items: LearningItem[]
  due: number
  minutes: number
}

export interface InterviewPlan {
  /** From today to the day before the interview, today without what is done. */
  days: DayPlan[]
  /** Items that don't fit. */
  unplanned: LearningItem[]
  /** The planned share of the remaining minutes, in percent, rounded down. */
  percent: number
  extraMinutesPerDay: number
  learnUntil: Day
}

/** The share of the days on which new questions and lessons are planned, in percent. */
const learningShare = 70

const learningDaysOf = (days: number): number => Math.max(1, Math.floor((days * learningShare) / 100))

/**
 * Plans the days until an interview. New questions and lessons are spread evenly over the first 70 % of them and come
 * first on each day; due cards get the minutes that are left. Reviewing first would leave questions unseen on the day
 * of the interview.
 *
 * The plan is computed from what is left, so it adapts to missed days. If that no longer fits into the first 70 % of all
 * days, it is spread over 70 % of the days that are left.
 */
export function planInterview(input: PlanInput): InterviewPlan {
  const { today, setOn, date, minutesPerDay } = input
  const daysLeft = Math.max(0, daysBetween(today, date))
  const scheduled = daysBetween(today, addDays(setOn, learningDaysOf(daysBetween(setOn, date))))
  const extended = learningDaysOf(daysLeft)
  const fits = (days: number, minutes: number) => spread(input, days, minutes).unplanned.length === 0
  const learningDays =
    daysLeft === 0
      ? 0
      : fits(scheduled, minutesPerDay)
        ? Math.max(1, scheduled)
        : Math.max(scheduled, extended)
  const { planned, unplanned } = spread(input, learningDays, minutesPerDay)
  const minutes = minutesOf(input)
  const left = sum(input.items.map(minutes))
  return {
    days: addCards(input, planned, daysLeft),
    unplanned,
    percent: left === 0 ? 100 : Math.floor(100 * (1 - sum(unplanned.map(minutes)) / left) + 1e-9),
    extraMinutesPerDay:
      unplanned.length === 0 || learningDays === 0
        ? 0
        : leastWhere((extra) => fits(learningDays, minutesPerDay + extra)),
    learnUntil: addDays(today, Math.max(0, learningDays - 1)),
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

const defaultMinutes = { question: MINUTES_PER_QUESTION, card: MINUTES_PER_CARD }

const minutesOf =
  ({ minutesPer = defaultMinutes }: PlanInput) =>
  (item: LearningItem): number =>
    item.kind === 'question' ? minutesPer.question : item.minutes

/** Sums of minutes are equal if they differ by less. */
const tolerance = 1e-6

/**
 * Spreads new items over days: each day gets an even share, including items that are already started, as far as its
 * minutes allow. An item that takes longer than a day's minutes is never planned. If more than today's share was done
 * today, the other days get less, evenly.
 */
function spread(
  { items, done, ...input }: PlanInput,
  days: number,
  minutesPerDay: number,
): { planned: LearningItem[][]; unplanned: LearningItem[] } {
  const minutes = minutesOf({ items, done, ...input })
  const { card } = input.minutesPer ?? defaultMinutes
  const fitting = items.filter((item) => minutes(item) <= minutesPerDay + tolerance)
  const left = sum(fitting.map(minutes))
  const ahead = days > 1 ? Math.max(0, done.minutes - left / (days - 1)) : 0
  const total = done.minutes - ahead + left
  let [next, before] = [0, done.minutes - ahead]
  const planned = Array.from({ length: Math.max(0, days) }, (_, at) => {
    const share = (total * (at + 1)) / days
    let used = at === 0 ? done.minutes + done.cards * card : 0
    const ofDay: LearningItem[] = []
    for (let item = fitting[next]; item !== undefined; item = fitting[next]) {
      const takes = minutes(item)
      if (before + tolerance >= share || used + takes > minutesPerDay + tolerance) break
      ofDay.push(item)
      next += 1
      before += takes
      used += takes
    }
    return ofDay
  })
  const taken = new Set(planned.flat())
  return { planned, unplanned: items.filter((item) => !taken.has(item)) }
}

/** The smallest positive integer that meets a condition, which every larger one must meet as well. */
function leastWhere(holds: (number: number) => boolean): number {
  let high = 1
  while (!holds(high)) high *= 2
  let low = Math.floor(high / 2)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (holds(middle)) high = middle
    else low = middle
  }
  return high
}

/** Adds due cards to the days, longest overdue first; each review and each new question leads to another review. */
function addCards(
  { today, minutesPerDay, cards, done, ...input }: PlanInput,
  planned: readonly LearningItem[][],
  daysLeft: number,
): DayPlan[] {
  const minutes = minutesOf({ today, minutesPerDay, cards, done, ...input })
  const { card } = input.minutesPer ?? defaultMinutes
  /** By day from today: the number of cards by interval. */
  const due: Map<number, number>[] = Array.from({ length: daysLeft }, () => new Map())
  const schedule = (day: number, interval: number, count: number) => {
    const ofDay = due[Math.max(0, day)]
    if (count > 0) ofDay?.set(interval, (ofDay.get(interval) ?? 0) + count)
  }
  for (const { due: on, interval, count } of cards) schedule(daysBetween(today, on), interval, count)
  return due.map((_, at) => {
    const items = planned[at] ?? []
    const used = sum(items.map(minutes))
    const doneToday = at === 0 ? done.minutes + done.cards * card : 0
    let room = Math.max(0, Math.floor((minutesPerDay - used - doneToday) / card + tolerance))
    let reviewed = 0
    for (const ofDay of due.slice(0, at + 1)) {
      for (const [interval, count] of ofDay) {
        const taken = Math.min(count, room)
        room -= taken
        reviewed += taken
        if (taken === count) ofDay.delete(interval)
        else ofDay.set(interval, count - taken)
        const next = intervalAfter(interval)
        schedule(at + next, next, taken)
      }
    }
    schedule(at + firstInterval, firstInterval, items.filter(({ kind }) => kind === 'question').length)
    return { date: addDays(today, at), items, due: reviewed, minutes: used + reviewed * card }
  })
}

/** Days between the reviews of a card that is always known, as FSRS schedules them. */
const intervals = intervalsOfKnownCard()
const firstInterval = intervals[0] ?? 1

/** The interval after one more successful review. */
const intervalAfter = (interval: number): number =>
  intervals.find((other) => other > interval) ?? Math.max(1, interval) * 2

function intervalsOfKnownCard(): number[] {
  const start = new Date(0)
  let card = usualSchedule.of([{ at: start, rating: 3 }])
  const days: number[] = []
  while ((days.at(-1) ?? 0) < 365) {
    const interval = (card.due.getTime() - (card.last_review ?? start).getTime()) / 86_400_000
    // Steps within a day aren't reviews on another day.
    if (interval >= 1) days.push(Math.round(interval))
    card = usualSchedule.next(card, { at: card.due, rating: 3 })
  }
  return days
}
