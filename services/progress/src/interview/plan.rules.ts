import type { PlannedActivity } from '@rehearse/contracts'
import { addDays, type Day, daysBetween } from '../learner/days.ts'
import { usualSchedule } from '../learner/review-schedule.ts'

/** Something new to learn: a question that the learner hasn't seen, or a lesson. */
export type LearningItem =
  | { kind: 'question'; questionId: string }
  | { kind: 'lesson'; pathId: string; stepId: string; title: string; minutes: number }

/** Flashcards that are due on the same day after the same interval. Those due later today are tomorrow's. */
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
  /** What the track asks for on each day from today; none without a track. */
  activities?: readonly (readonly PlannedActivity[])[]
  /** Minutes that other plans take on each day from today; none by default. */
  elsewhere?: readonly number[]
  /**
   * What was done today: minutes spent on new items, the number of cards, minutes of the track's activities, and of other
   * plans on anything else.
   */
  done: { minutes: number; cards: number; activities?: number; elsewhere?: number }
  /** Estimated minutes. */
  minutesPer: { question: number; card: number }
}

export interface DayPlan {
  date: Day
  /** They come first. */
  activities: readonly PlannedActivity[]
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

/** The share of the days, and of each day's minutes, that new questions and lessons get, in percent. */
const learningShare = 70

/**
 * Plans the days until an interview. New questions and lessons are spread evenly over the first 70 % of them, or over as
 * many days as they need to leave 30 % of each day's minutes to due cards. Reviewing first would leave questions unseen on
 * the day of the interview; learning first would leave all reviews to the last days.
 *
 * The plan is computed from what is left, so it adapts to missed days. If not everything fits, no day with time left is
 * empty: each takes as many new items as its minutes allow, and at least one. What a track and other plans ask for comes
 * first.
 */
export function planInterview(input: PlanInput): InterviewPlan {
  const { items, today, minutesPerDay } = input
  const daysLeft = Math.max(0, daysBetween(today, input.date))
  const full = (extra: number) => fill(input, daysLeft, minutesPerDay + extra)
  const even = fill(input, daysLeft, minutesPerDay, learningDaysOf(input, daysLeft))
  const { days, unplanned } = even.unplanned.length === 0 ? even : full(0)
  const minutes = minutesOf(input)
  const left = sum(items.map(minutes))
  return {
    days,
    unplanned,
    percent: left === 0 ? 100 : Math.floor(100 * (1 - sum(unplanned.map(minutes)) / left) + 1e-9),
    extraMinutesPerDay:
      unplanned.length === 0 || daysLeft === 0
        ? 0
        : leastWhere((extra) => full(extra).unplanned.length === 0),
    learnUntil: days.findLast((day) => day.items.length > 0)?.date ?? today,
  }
}

/** On how many days, from today, new items are learned. */
function learningDaysOf(input: PlanInput, daysLeft: number): number {
  const { today, setOn, date, minutesPerDay, items, done } = input
  const all = Math.max(1, Math.floor((daysBetween(setOn, date) * learningShare) / 100))
  const needed = (done.minutes + sum(items.map(minutesOf(input)))) / ((minutesPerDay * learningShare) / 100)
  return Math.min(daysLeft, Math.max(1, daysBetween(today, addDays(setOn, all)), Math.ceil(needed)))
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

const minutesOf =
  ({ minutesPer }: PlanInput) =>
  (item: LearningItem): number =>
    item.kind === 'question' ? minutesPer.question : item.minutes

/** Sums of minutes are equal if they differ by less. */
const tolerance = 1e-6

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

/**
 * Fills the days in turn: new items first, as far as they leave 30 % of the minutes to cards that are due, then cards,
 * longest overdue first. Each review and each new question leads to another review. An item that takes longer than a day
 * has a day of its own.
 *
 * @param learningDays spreads new items evenly over that many days, including items that were done today; if more than
 *   today's share was done, the other days get less, evenly. Without it, each day takes as many as it can.
 */
function fill(
  { items, today, cards, done, ...input }: PlanInput,
  daysLeft: number,
  minutesPerDay: number,
  learningDays?: number,
): { days: DayPlan[]; unplanned: LearningItem[] } {
  const minutes = minutesOf({ items, today, cards, done, ...input })
  const { card } = input.minutesPer
  const left = sum(items.map(minutes))
  const share = evenShares(done.minutes, left, learningDays)
  const reviews = new Reviews(daysLeft)
  for (const { due, interval, count } of cards) reviews.add(daysBetween(today, due), interval, count)
  let [next, learned] = [0, share.begun]
  const days = Array.from({ length: daysLeft }, (_, at): DayPlan => {
    const [doneMinutes, doneCards] = at === 0 ? [done.minutes, done.cards * card] : [0, 0]
    const cardMinutes = doneCards + reviews.waiting(at) * card
    const reserved = Math.max(doneCards, Math.min(cardMinutes, (minutesPerDay * (100 - learningShare)) / 100))
    const ofDay: LearningItem[] = []
    const activities = input.activities?.[at] ?? []
    const activityMinutes = sum(activities.map((activity) => activity.minutes))
    const doneElsewhere = at === 0 ? (done.activities ?? 0) + (done.elsewhere ?? 0) : 0
    const before = doneMinutes + activityMinutes + (input.elsewhere?.[at] ?? 0) + doneElsewhere
    let used = before
    for (let item = items[next]; item !== undefined; item = items[next]) {
      const takes = minutes(item)
      const isFirst = used === 0 && doneCards < minutesPerDay
      const fits = used + takes <= minutesPerDay - reserved + tolerance
      if (learned + tolerance >= share.until(at) || !(fits || isFirst)) break
      ofDay.push(item)
      next += 1
      learned += takes
      used += takes
    }
    const room = Math.max(0, Math.floor((minutesPerDay - used - doneCards) / card + tolerance))
    const due = reviews.take(at, room)
    reviews.add(at + firstInterval, firstInterval, ofDay.filter(({ kind }) => kind === 'question').length)
    const minutesOfDay = activityMinutes + used - before + due * card
    return { date: addDays(today, at), activities, items: ofDay, due, minutes: minutesOfDay }
  })
  return { days, unplanned: items.slice(next) }
}

/** How much must be learned by the end of each day, in minutes; `begun` is what counts toward it from the start. */
function evenShares(done: number, left: number, days: number | undefined) {
  if (days === undefined) return { begun: 0, until: () => Number.POSITIVE_INFINITY }
  const ahead = days > 1 ? Math.max(0, done - left / (days - 1)) : 0
  const total = done - ahead + left
  return { begun: done - ahead, until: (at: number) => total * Math.min(1, (at + 1) / days) }
}

/** Flashcards by the day they are due, and what reviewing them leads to. */
class Reviews {
  /** By day from today: the number of cards by interval. */
  readonly #due: Map<number, number>[]

  constructor(days: number) {
    this.#due = Array.from({ length: days }, () => new Map())
  }

  add(day: number, interval: number, count: number): void {
    const ofDay = this.#due[Math.max(0, day)]
    if (count > 0) ofDay?.set(interval, (ofDay.get(interval) ?? 0) + count)
  }

  /** How many are due by that day. */
  waiting(day: number): number {
    return sum(this.#due.slice(0, day + 1).flatMap((ofDay) => [...ofDay.values()]))
  }

  /** Reviews up to so many that are due by that day. @returns how many */
  take(day: number, room: number): number {
    let left = room
    for (const ofDay of this.#due.slice(0, day + 1)) {
      for (const [interval, count] of ofDay) {
        const taken = Math.min(count, left)
        if (taken === 0) break
        left -= taken
        if (taken === count) ofDay.delete(interval)
        else ofDay.set(interval, count - taken)
        const next = intervalAfter(interval)
        this.add(day + next, next, taken)
      }
    }
    return room - left
  }
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
