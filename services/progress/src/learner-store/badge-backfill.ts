import { type EventLog, inTransaction } from '@rehearse/event-store'
import { type Backend, type DeadLetter, isUnavailable } from '@rehearse/service-kit'
import { sql } from 'kysely'
import { learnerStream } from '../learner/events.ts'
import { readBadges } from '../question-copies/definition-repository.ts'
import type { ReadModels } from '../read-models/follow-log.ts'
import type { Db, ProgressTables, Trx } from '../tables.ts'
import { awardDueBadges, commitLearners, retryLostRace } from './commit-learners.ts'
import { readHeads, readLearners } from './learner-repository.ts'

/** Milliseconds between two checks for new rules. */
const pause = 1_000

/**
 * Awards newly defined badges in the background to learners who already meet their rules, on one replica at a time.
 */
export function backfillBadges(
  { database: { db }, runPeriodically, deadLetters }: Backend<ProgressTables>,
  log: EventLog,
  readModels: FindsLearners,
): void {
  const store = { db, log, readModels }
  const storeDeadLetter = deadLetters('badge backfill', async (payload) => {
    const { id, badgeId } = JSON.parse(payload) as { id: string; badgeId: string }
    await award(store, [id], badgeId)
  })
  runPeriodically('badges', pause, async () => {
    if (await backfillPage(store, storeDeadLetter)) return 0
  })
}

type FindsLearners = Pick<ReadModels, 'reachEnd'>

interface Store {
  db: Db
  log: EventLog
  readModels: FindsLearners
}

const pageSize = 200

/**
 * Seconds before a new rule is backfilled: by then every replica has cached it, so a learner that the backfill has
 * already passed earns the badge with their next answer.
 */
const settleSeconds = 3

/**
 * Backfills one page of learners. A row lock excludes other replicas.
 * @param storeDeadLetter stores a learner whose award fails; without it, such a learner stops the backfill
 * @returns whether there was anything to do
 */
export async function backfillPage(
  store: Store,
  storeDeadLetter?: DeadLetter<ProgressTables>,
): Promise<boolean> {
  return store.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ badge_id: string; after_learner: string }>`
      select badge_id, after_learner from badge_backfill
      where finished_at is null and defined_at < now() - ${settleSeconds} * interval '1 second'
      order by badge_id limit 1
      for update skip locked`.execute(trx)
    const backfill = rows[0]
    if (backfill === undefined) return false
    await store.readModels.reachEnd()
    const learnerIds = await nextLearners(trx, backfill.after_learner)
    const last = learnerIds.at(-1)
    if (last === undefined) {
      await sql`update badge_backfill set finished_at = now(), after_learner = ''
        where badge_id = ${backfill.badge_id}`.execute(trx)
      return true
    }
    await award(store, learnerIds, backfill.badge_id).catch(async (failed: unknown) => {
      if (storeDeadLetter === undefined || isUnavailable(failed)) throw failed
      for (const learnerId of learnerIds) {
        await award(store, [learnerId], backfill.badge_id).catch(async (error: unknown) => {
          if (isUnavailable(error)) throw error
          await storeDeadLetter(trx, deadLetter(learnerId, backfill.badge_id, error))
        })
      }
    })
    await sql`update badge_backfill set after_learner = ${last} where badge_id = ${backfill.badge_id}`.execute(
      trx,
    )
    return true
  })
}

/** The data that a later attempt needs. */
const deadLetter = (learnerId: string, badgeId: string, error: unknown) => ({
  stream: `${badgeId} of ${learnerStream(learnerId)}`,
  position: 0,
  subject: badgeId,
  payload: JSON.stringify({ id: learnerId, badgeId }),
  error,
  tries: 2,
})

async function nextLearners(trx: Trx, after: string): Promise<string[]> {
  const { rows } = await sql<{ learner_id: string }>`
    select learner_id from learner_totals where learner_id > ${after}
    order by learner_id limit ${pageSize}`.execute(trx)
  return rows.map((row) => row.learner_id)
}

/** Awards a badge to the learners who meet its rule; retries lost races. */
async function award(store: Store, learnerIds: readonly string[], badgeId: string): Promise<void> {
  await retryLostRace(() => awardInTransaction(store, learnerIds, badgeId))
}

/** In its own transaction, like every append. */
async function awardInTransaction(
  { db, log, readModels }: Store,
  learnerIds: readonly string[],
  badgeId: string,
): Promise<void> {
  const heads = await readHeads(db, log, learnerIds)
  // The rows may be newer than these heads; the append detects that.
  await readModels.reachEnd()
  const learners = await readLearners(db, learnerIds)
  const badges = (await readBadges(db)).filter((badge) => badge.badgeId === badgeId)
  const metadata = { correlationId: null, causationId: null }
  const writes = [...learners].flatMap(([id, learner]) => {
    const head = heads.get(id)
    if (head === undefined || head.isErased) return []
    return [{ head, ...awardDueBadges(learner, { badges, at: new Date(), metadata }) }]
  })
  await commitLearners(inTransaction(db), log, writes)
}
