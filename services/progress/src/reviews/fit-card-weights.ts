import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { CARD_FIT_MIN, DomainError } from '@rehearse/contracts'
import type { Backend } from '@rehearse/service-kit'
import type { CommandHandler } from '../learner-store/command-handler.ts'
import { eventIdOf } from '../learner-store/commit-learners.ts'
import { settingsOf } from '../read-models/card-settings.ts'
import type { Db, ProgressTables } from '../tables.ts'
import type { FitInput, FitOutput } from './fit-weights-thread.ts'
import { claimFit, countRatings, finishFit, nextLearners, readRatings } from './repository.ts'

/** Milliseconds between two passes over all learners. */
const interval = 10 * 60_000
/** The pause after a page, as a multiple of its duration: it uses at most a tenth of a core, so that saves don't wait. */
const rest = 9
/** Milliseconds. */
const pauseMin = 1_000
/** Milliseconds after which a fit is given up. */
const timeout = 60_000

/** Fits weights to the ratings of learners who have enough of them; see `fitLearner`. */
export function fitCardWeights(
  { app, database: { db }, runPeriodically }: Backend<ProgressTables>,
  handleCommand: CommandHandler,
): void {
  let after: string | null = ''
  let isAvailable: boolean | undefined
  runPeriodically('flashcard weights', interval, async () => {
    isAvailable ??= await import('@open-spaced-repetition/binding').then(
      () => true,
      (error: unknown) => {
        app.log.warn(
          { err: error },
          'flashcard weights: no optimizer for this platform, weights aren’t fitted',
        )
        return false
      },
    )
    if (!isAvailable) return
    const begun = performance.now()
    const page = await nextLearners(db, after ?? '')
    after = page.last
    for (const learnerId of page.learnerIds) await fitLearner(db, handleCommand, learnerId)
    if (after === null) return
    return Math.max(pauseMin, rest * (performance.now() - begun))
  })
}

/**
 * Fits weights to a learner's ratings: from 1,000 ratings on, and again after 1,000 more. Adopts them if they predict the
 * newest ratings, which the fit hasn't seen, better than the present weights. Replicas may call it concurrently.
 * @returns whether weights were adopted
 */
export async function fitLearner(db: Db, handleCommand: CommandHandler, learnerId: string): Promise<boolean> {
  const ratings = await countRatings(db, learnerId)
  if (ratings < CARD_FIT_MIN || !(await claimFit(db, learnerId, ratings))) return false
  const [cards, { weights: present }] = await Promise.all([
    readRatings(db, learnerId),
    settingsOf(db, learnerId),
  ])
  const fitted = await runThread({ cards, weights: present })
  const adopted = fitted?.isBetter === true && (await adopt(fitted))
  await finishFit(db, learnerId)
  return adopted

  async function adopt({ weights, heldOut, logLossBefore, logLossAfter }: NonNullable<FitOutput>) {
    const at = new Date()
    const reviews = cards.reduce((sum, { length }) => sum + length, 0)
    const data = { learnerId, weights, reviews, heldOut, logLossBefore, logLossAfter, at: at.toISOString() }
    const eventId = eventIdOf(learnerId, 'card-weights', at.toISOString())
    const { events } = await handleCommand({
      learnerId,
      metadata: { correlationId: null, causationId: null },
      at,
      decide: async () => {
        const now = await settingsOf(db, learnerId)
        // They were compared with other weights than those the learner has now.
        if (String(now.weights) !== String(present)) return []
        return [{ type: 'CardWeightsAdopted', eventId, data }]
      },
    }).catch((error: unknown) => {
      if (error instanceof DomainError && error.kind === 'gone') return { events: [] }
      throw error
    })
    return events.length > 0
  }
}

/** Fits in a thread, which doesn't hold up requests, and which is ended when it takes too long. */
async function runThread(workerData: FitInput): Promise<FitOutput> {
  const { promise, resolve, reject } = Promise.withResolvers<FitOutput>()
  const thread = new Worker(join(import.meta.dirname, 'fit-weights-thread.ts'), { workerData })
  const timer = setTimeout(() => reject(new Error('the fit took too long')), timeout)
  thread.once('message', resolve)
  thread.once('error', reject)
  thread.once('exit', () => reject(new Error('the fit ended without a result')))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await thread.terminate()
  }
}
