import type { CardRating } from '@rehearse/contracts'
import { type Card, createEmptyCard } from 'ts-fsrs'
import { daysSince, gradeOf, type Rated, type Schedule, usualSchedule } from './review-schedule.ts'

/*
 * Weights are fitted to a learner's older ratings and tested on the newest ones, which the fit hasn't seen. They are better
 * only if they predict those better than the present weights, by more than chance.
 */

/** The share of ratings that are held out: the newest. */
const heldOutShare = 0.2
const heldOutMin = 100
/** One in twenty fits that aren't better would pass by chance (one-sided 95 % bound of the mean difference). */
const deviations = 1.645
/** The least improvement (a share of the log loss) that is worth rescheduling all cards. */
const improvementMin = 0.01

/** A rating as the optimizer takes it: what it was, and the whole days since the rating before. */
export interface FitRating {
  rating: CardRating
  days: number
}

interface Prediction {
  at: number
  remembered: boolean
  /** The chance of it, as predicted. */
  recall: number
  history: readonly FitRating[]
}

/** Every rating at least a day after the one before it, as FSRS predicted it; those of one day aren't predictions. */
function* predict(cards: readonly (readonly Rated[])[], schedule: Schedule): Generator<Prediction> {
  for (const ratings of cards) {
    const [first] = ratings
    if (first === undefined) continue
    let card: Card = createEmptyCard(first.at)
    const history: FitRating[] = []
    for (const rated of ratings) {
      const rating = gradeOf(card, rated)
      const days = daysSince(card, rated.at)
      history.push({ rating, days })
      if (days > 0) {
        const recall = schedule.recall(card, rated.at)
        yield { at: rated.at.getTime(), remembered: rating > 1, recall, history: [...history] }
      }
      card = schedule.next(card, rated)
    }
  }
}

export interface Split {
  /** For each older rating: it, after those of the card before it. */
  training: (readonly FitRating[])[]
  /** The time (ms) from which ratings are held out. */
  from: number
}

/** Null if there are too few ratings to test on. */
export function holdOut(cards: readonly (readonly Rated[])[]): Split | null {
  const predictions = [...predict(cards, usualSchedule)].sort((one, other) => one.at - other.at)
  const from = predictions[Math.floor(predictions.length * (1 - heldOutShare))]?.at
  if (from === undefined || predictions.length * heldOutShare < heldOutMin) return null
  return { training: predictions.filter(({ at }) => at < from).map(({ history }) => history), from }
}

export interface Comparison {
  heldOut: number
  /** Mean log losses of the predictions. */
  logLossBefore: number
  logLossAfter: number
  isBetter: boolean
}

/** Compares two schedules by the held-out ratings that they predict. */
export function compare(
  cards: readonly (readonly Rated[])[],
  from: number,
  { before, after }: { before: Schedule; after: Schedule },
): Comparison {
  const losses = (schedule: Schedule) =>
    [...predict(cards, schedule)].flatMap((prediction) => (prediction.at < from ? [] : [lossOf(prediction)]))
  const [lossesBefore, lossesAfter] = [losses(before), losses(after)]
  const gains = lossesBefore.map((loss, index) => loss - (lossesAfter[index] ?? loss))
  const gain = mean(gains)
  const error = Math.sqrt(mean(gains.map((each) => (each - gain) ** 2)) / gains.length)
  const logLossBefore = mean(lossesBefore)
  const isBetter = gain > deviations * error && gain >= improvementMin * logLossBefore
  return { heldOut: gains.length, logLossBefore, logLossAfter: mean(lossesAfter), isBetter }
}

/** Log loss; a certain prediction that fails costs a lot, but not everything. */
function lossOf({ recall, remembered }: Prediction): number {
  const chance = Math.max(0.0001, Math.min(0.9999, recall))
  return -Math.log(remembered ? chance : 1 - chance)
}

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length
