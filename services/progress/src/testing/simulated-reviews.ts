import { randomUUID } from 'node:crypto'
import type { CardRating } from '@rehearse/contracts'
import type { NewEvent } from '@rehearse/event-store'
import { scheduleWith, usualSchedule, usualSettings } from '../learner/review-schedule.ts'

const day = 86_400_000

/**
 * Reviews by a learner whose memory follows FSRS with the given weights. They review when the standard schedule says so,
 * and rate a card good or, when they have forgotten it, again.
 * @param random returns numbers from 0 to 1
 */
export function simulateReviews({
  learnerId,
  weights,
  cards,
  reviewsPerCard,
  until,
  random,
}: {
  learnerId: string
  weights: readonly number[] | null
  cards: number
  reviewsPerCard: number
  until: Date
  random: () => number
}): NewEvent[] {
  const memory = scheduleWith({ ...usualSettings, weights })
  const reviews: { at: Date; rating: CardRating; questionId: string }[] = []
  for (let card = 0; card < cards; card += 1) {
    const questionId = randomUUID()
    // Cards are new on different days of the last year; hours apart, so that the whole days between reviews are exact.
    let at = new Date(until.getTime() - (365 - Math.floor((card / cards) * 300)) * day)
    const first = { at, rating: 3 as CardRating }
    let [remembered, scheduled] = [memory.of([first]), usualSchedule.of([first])]
    reviews.push({ ...first, questionId })
    for (let review = 1; review < reviewsPerCard; review += 1) {
      at = new Date(Math.max(scheduled.due.getTime(), at.getTime() + day))
      if (at > until) break
      const rating: CardRating = random() < memory.recall(remembered, at) ? 3 : 1
      reviews.push({ at, rating, questionId })
      remembered = memory.next(remembered, { at, rating })
      scheduled = usualSchedule.next(scheduled, { at, rating })
    }
  }
  reviews.sort((one, other) => one.at.getTime() - other.at.getTime())
  return reviews.map(({ at, ...review }) => ({
    eventId: randomUUID(),
    type: 'CardReviewed',
    schemaVersion: 1,
    metadata: { correlationId: null, causationId: null },
    data: {
      learnerId,
      reviewId: randomUUID(),
      ...review,
      timeZone: 'UTC',
      reviewedAt: at.toISOString(),
      receivedAt: at.toISOString(),
    },
  }))
}
