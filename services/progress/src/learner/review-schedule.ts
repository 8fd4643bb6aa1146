import type { AnswerSubmittedData, CardRating, Difficulty } from '@rehearse/contracts'
import { RETENTION } from '@rehearse/contracts/constants'
import { type Card, createEmptyCard, dateDiffInDays, fsrs, State } from 'ts-fsrs'

/** A correct, fast answer: easy for a card that was known before, else good (see `gradeOf`). */
const fast = 5
export type Rating = CardRating | typeof fast

/** One review of a card and its rating. */
export interface Rated {
  at: Date
  rating: Rating
}

/** What schedules are computed with, besides the ratings. */
export interface ScheduleSettings {
  /** How likely a card is remembered when it is due, in percent. */
  retention: number
  /** The weights of FSRS; null for the standard ones. */
  weights: readonly number[] | null
}

export const usualSettings: ScheduleSettings = { retention: RETENTION.default, weights: null }

export interface Preview {
  rating: CardRating
  due: Date
  /** Seconds. */
  interval: number
}

export interface Schedule {
  /**
   * When a card is due, given all its ratings in order of their times. It depends on the ratings and the settings alone: a
   * late or corrected rating gives the schedule that it would have given in time.
   * @param ratings at least one, by time
   */
  of(ratings: readonly Rated[]): Card
  /** The schedule after another rating, which must be the latest. */
  next(card: Card, rated: Rated): Card
  /** When the card would be due again, for each rating that could be given now. */
  preview(card: Card, now: Date): Preview[]
  /** The chance of remembering a card, 0 to 1. FSRS counts whole days (UTC) since the last rating. */
  recall(card: Card, now: Date): number
}

const cardRatings: readonly CardRating[] = [1, 2, 3, 4]

/**
 * Schedules cards by FSRS-6 as in ts-fsrs, with learning steps of 1 and 10 minutes. A card whose first rating is good skips
 * the steps, so that a question answered correctly at once comes back after days, not minutes.
 *
 * Stability and difficulty of a card don't depend on the retention, only its due date does.
 */
export function scheduleWith({ retention, weights }: ScheduleSettings): Schedule {
  const parameters = {
    request_retention: retention / 100,
    ...(weights && { w: [...weights] }),
    // Without the fuzz that spreads cards at random, the same ratings always give the same days.
    enable_fuzz: false,
  }
  const scheduler = fsrs(parameters)
  const withoutSteps = fsrs({ ...parameters, learning_steps: [] })
  const next = (card: Card, rated: Rated): Card => {
    const grade = gradeOf(card, rated)
    const chosen = card.state === State.New && grade === 3 ? withoutSteps : scheduler
    return chosen.next(card, rated.at, grade).card
  }
  return {
    of: (ratings) => {
      const [first] = ratings
      if (first === undefined) throw new RangeError('a card without ratings has no schedule')
      return ratings.reduce(next, createEmptyCard(first.at))
    },
    next,
    preview: (card, now) => {
      // Because clocks drift, a review may be dated in the future; the preview starts from it.
      const at = card.last_review && card.last_review > now ? card.last_review : now
      return cardRatings.map((rating) => {
        const { due } = next(card, { at, rating })
        return { rating, due, interval: Math.round((due.getTime() - at.getTime()) / 1000) }
      })
    },
    recall: (card, now) => scheduler.forgetting_curve(daysSince(card, now), card.stability),
  }
}

export const usualSchedule = scheduleWith(usualSettings)

/** Whole days (UTC) since the last rating of a card; 0 for a card without ratings. */
export const daysSince = ({ last_review }: Card, now: Date): number =>
  last_review ? Math.max(0, dateDiffInDays(last_review, now)) : 0

/** Milliseconds. */
const day = 86_400_000

/** What a rating comes to for this card. It doesn't depend on the settings. */
export function gradeOf({ state, last_review }: Card, { at, rating }: Rated): CardRating {
  if (rating !== fast) return rating
  const wasKnown = state === State.Review && last_review !== undefined
  return wasKnown && at.getTime() - last_review.getTime() >= day ? 4 : 3
}

/**
 * Seconds that a question of that difficulty usually takes: the default limit of an easy question, and twice and three times
 * that.
 */
const usualTime: Readonly<Record<Difficulty, number>> = { beginner: 30, intermediate: 60, advanced: 90 }

/**
 * The rating that an answer implies: again if incorrect, and good if correct, since it may be guessed. It is easy only
 * for a fast repetition: the answer took at most half of the usual time, and the card was already known at its last rating, at
 * least a day before.
 */
export function ratingOfAnswer({
  isCorrect,
  timeSpent,
  difficulty,
}: Pick<AnswerSubmittedData, 'isCorrect' | 'timeSpent' | 'difficulty'>): Rating {
  if (!isCorrect) return 1
  return timeSpent > 0 && timeSpent <= usualTime[difficulty] / 2 ? fast : 3
}

/** Whether two ratings of an answer both say that it was correct, or both that it wasn't. */
export const agree = (one: Rating, other: Rating): boolean => (one === 1) === (other === 1)

/** Time and rating as one number, so that a card's ratings sort by time: milliseconds since 1970 × 8 + rating. */
export const encodeRating = ({ at, rating }: Rated): number => at.getTime() * 8 + rating

export const decodeRating = (code: number): Rated => ({
  at: new Date(Math.floor(code / 8)),
  rating: (code % 8) as Rating,
})
