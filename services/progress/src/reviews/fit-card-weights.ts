import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { CARD_FIT_MIN, DomainError } from '@rehearse/contracts'
import { isErased } from '@rehearse/event-store'
import type { Backend } from '@rehearse/service-kit'
import { sql } from 'kysely'
import { learnerStream } from '../learner/events.ts'
import type { CommandHandler } from '../learner-store/command-handler.ts'
import { eventIdOf } from '../learner-store/commit-learners.ts'
import { settingsOf } from '../read-models/card-settings.ts'
import type { Db, ProgressTables } from '../tables.ts'
import type { FitInput, FitOutput } from './fit-weights-thread.ts'
import { countRatings } from './queries.ts'

/** Milliseconds between two looks at all learners. */
const interval = 10 * 60_000
/** The pause after a page, as a multiple of its duration: it uses at most a tenth of a core, so that saves don't wait. */
const rest = 9
/** Milliseconds. */
const pauseMin = 1_000
const learnersPerPage = 200
/** A fit uses the cards reviewed last, up to so many ratings in total, without cards that have more than `ratingsPerCard`. */
const ratingsMax = 10_000
const ratingsPerCard = 64
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

/** The next learners with enough answers and reviews; `last` is null after the last page. */
async function nextLearners(db: Db, after: string): Promise<{ learnerIds: string[]; last: string | null }> {
  const { rows } = await sql<{ learnerId: string; total: number }>`
    select learner_id as "learnerId",
      total_questions + coalesce((tally ->> 'cardsReviewed')::int, 0) as total
    from learner_totals where learner_id > ${after} order by learner_id limit ${learnersPerPage}`.execute(db)
  return {
    learnerIds: rows.flatMap(({ learnerId, total }) => (total >= CARD_FIT_MIN ? [learnerId] : [])),
    last: rows.length < learnersPerPage ? null : (rows.at(-1)?.learnerId ?? null),
  }
}

/**
 * Fits weights to a learner's ratings: from 1,000 ratings on, and again after 1,000 more. Adopts them if they predict the
 * newest ratings, which the fit hasn't seen, better than the present weights. Replicas may call it concurrently.
 * @returns whether weights were adopted
 */
export async function fitLearner(db: Db, handleCommand: CommandHandler, learnerId: string): Promise<boolean> {
  const ratings = await countRatings(db, learnerId)
  if (ratings < CARD_FIT_MIN || !(await claim(db, learnerId, ratings))) return false
  const [cards, { weights: present }] = await Promise.all([
    readRatings(db, learnerId),
    settingsOf(db, learnerId),
  ])
  const fitted = await runThread({ cards, weights: present })
  const adopted = fitted?.isBetter === true && (await adopt(fitted))
  await sql`update learner_card_fit set finished_at = now() where learner_id = ${learnerId}`.execute(db)
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

/** Whether it is this process's turn to fit: one that was interrupted is repeated after ten minutes. */
async function claim(db: Db, learnerId: string, ratings: number): Promise<boolean> {
  const { rows } = await sql`
    insert into learner_card_fit (learner_id, reviews, started_at)
    select ${learnerId}, ${ratings}, now() where not ${isErased(sql`${learnerStream(learnerId)}`)}
    on conflict (learner_id) do update set reviews = excluded.reviews, started_at = now(), finished_at = null
    where case when learner_card_fit.finished_at is null
      then learner_card_fit.started_at < now() - interval '10 minutes'
      -- After a reset there are fewer.
      else excluded.reviews >= ${CARD_FIT_MIN}::int
        + case when learner_card_fit.reviews > excluded.reviews then 0 else learner_card_fit.reviews end
      end
    returning learner_id`.execute(db)
  return rows.length > 0
}

/** The ratings of the cards reviewed last, oldest first. */
async function readRatings(db: Db, learnerId: string): Promise<number[][]> {
  const { rows } = await sql<{ ratings: number[] }>`
    select ratings::float8[] as ratings from (
      select ratings, last_review, question_id,
        sum(cardinality(ratings)) over (order by last_review desc, question_id) as sum
      from learner_card where learner_id = ${learnerId} and cardinality(ratings) <= ${ratingsPerCard}
    ) as card
    where sum <= ${ratingsMax} order by last_review desc, question_id`.execute(db)
  return rows.map(({ ratings }) => ratings.toReversed())
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
