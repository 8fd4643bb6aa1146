import { parentPort, workerData } from 'node:worker_threads'
import { computeParameters, FSRSBindingItem, FSRSBindingReview } from '@open-spaced-repetition/binding'
import { type Comparison, compare, holdOut } from '../learner/held-out.ts'
import { decodeRating, scheduleWith, usualSettings } from '../learner/review-schedule.ts'

/* A worker thread that fits weights to a learner's ratings: see fit-card-weights.ts. */

export interface FitInput {
  /** The ratings of each card by time, as `encodeRating` encodes them. */
  cards: readonly (readonly number[])[]
  /** The present weights. */
  weights: readonly number[] | null
}

/** Null if there are too few ratings to test weights on. */
export type FitOutput = (Comparison & { weights: number[] }) | null

async function fit({ cards: encoded, weights: present }: FitInput): Promise<FitOutput> {
  const cards = encoded.map((ratings) => ratings.map(decodeRating))
  const split = holdOut(cards)
  if (split === null) return null
  const items = split.training.map(
    (history) => new FSRSBindingItem(history.map(({ rating, days }) => new FSRSBindingReview(rating, days))),
  )
  const fitted = await computeParameters(items, { enableShortTerm: true, numRelearningSteps: 1 })
  const weights = fitted.map((weight) => Math.round(weight * 10_000) / 10_000)
  const comparison = compare(cards, split.from, {
    before: scheduleWith({ ...usualSettings, weights: present }),
    after: scheduleWith({ ...usualSettings, weights }),
  })
  return { ...comparison, weights }
}

parentPort?.postMessage(await fit(workerData as FitInput))
