import type { CardRating } from '@rehearse/contracts'
import { type Card, createEmptyCard, fsrs } from 'ts-fsrs'

/** One review of a card and its rating. */
export interface Rated {
  at: Date
  rating: CardRating
}

/** Without the fuzz that spreads cards at random, the same ratings always give the same days. */
const scheduler = fsrs({ enable_fuzz: false })

const cardRatings: readonly CardRating[] = [1, 2, 3, 4]

/**
 * When a card is due, given all its ratings in order of their times. It depends on the ratings alone: a late or
 * corrected rating gives the schedule that it would have given in time.
 *
 * Source: FSRS-6 as in ts-fsrs with its default parameters (90 % retention, learning steps of 1 and 10 minutes).
 * @param ratings at least one, by time
 */
export function scheduleOf(ratings: readonly Rated[]): Card {
  const [first] = ratings
  if (first === undefined) throw new RangeError('a card without ratings has no schedule')
  return ratings.reduce(nextSchedule, createEmptyCard(first.at))
}

/** The schedule after another rating, which must be the latest. */
export const nextSchedule = (card: Card, { at, rating }: Rated): Card => scheduler.next(card, at, rating).card

/** When the card would be due again, for each rating that could be given now. */
export function previewOf(card: Card, now: Date): { rating: CardRating; due: Date; interval: number }[] {
  // Because clocks drift, a review may be dated in the future; the preview starts from it.
  const at = card.last_review && card.last_review > now ? card.last_review : now
  return cardRatings.map((rating) => {
    const { due } = scheduler.next(card, at, rating).card
    return { rating, due, interval: Math.round((due.getTime() - at.getTime()) / 1000) }
  })
}

/**
 * The rating that an answer implies: again if incorrect, good if correct, and easy if correct at the first attempt,
 * so that a question answered correctly at once isn't repeated within minutes.
 */
export function ratingOfAnswer({ isCorrect, attempt }: { isCorrect: boolean; attempt: number }): CardRating {
  if (!isCorrect) return 1
  return attempt === 1 ? 4 : 3
}
