import type { EventLog } from '@rehearse/event-store'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { findAnswerKeys } from '../answer-keys/answer-key-repository.ts'
import { readBadges } from '../badges/badge-repository.ts'
import { followUp, type NamedFact } from '../commands/follow-up.ts'
import { againAfterLostRace, type LearnerWrite } from '../commands/learner-write.ts'
import { bringUpToDate } from '../db/bring-up-to-date.ts'
import { commitLearners } from '../db/commit-learners.ts'
import { readHeads, readLearners } from '../db/learner-repository.ts'
import type { ProgressTables } from '../db/tables.ts'
import { isAnswer, learnerStream } from '../domain/answer-event.ts'
import { correctedKey } from './corrected-key.ts'
import { type GradedAnswer, regradeLearner } from './regrade-learner.ts'

type Db = Kysely<ProgressTables>
export type Regrade = Selectable<ProgressTables['regrade']>

/** Which answers are graded anew, and by which key. */
export interface RegradeOrder {
  questionId: string
  version: number
  keyVersion: number
}

export interface Changes {
  answers: number
  learners: number
  points: number
  badges: number
}

const noChanges: Changes = { answers: 0, learners: 0, points: 0, badges: 0 }

/** Learners in one transaction. */
const pageSize = 100
const metadata = { correlationId: null, causationId: null }

/** What a regrade would change: worked out like the regrade itself, and not recorded. */
export async function planRegrade(db: Db, log: EventLog, order: RegradeOrder): Promise<Changes> {
  await listAllAnswers(db, log)
  let sum = noChanges
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page: Page = await decidePage(db, log, order, after)
    sum = add(sum, page.changes)
    after = page.last
  }
  return sum
}

/** What the list of answers lacks would be passed by for good, so it is waited for however long it takes. */
const listAllAnswers = (db: Db, log: EventLog) =>
  bringUpToDate(log, db, 'statistics', { batches: Number.POSITIVE_INFINITY })

/** Orders a regrade; one that is through begins again, for answers that came since. */
export async function orderRegrade(db: Db, order: RegradeOrder, requestedBy: string): Promise<void> {
  await sql`
    insert into regrade (question_id, question_version, key_version, requested_by)
    values (${order.questionId}, ${order.version}, ${order.keyVersion}, ${requestedBy})
    on conflict (question_id, question_version, key_version) do update set finished_at = null, after_learner = ''
    where regrade.finished_at is not null`.execute(db)
}

export async function findRegrade(db: Db, order: RegradeOrder): Promise<Regrade | undefined> {
  return db
    .selectFrom('regrade')
    .selectAll()
    .where('question_id', '=', order.questionId)
    .where('question_version', '=', order.version)
    .where('key_version', '=', order.keyVersion)
    .executeTakeFirst()
}

/**
 * Regrades the answers of some learners, of the oldest order that isn't through. The facts and how far it has come are
 * one transaction, so whoever is killed goes on from there; the order's lock lets one replica at a time do it.
 * @returns whether there was anything to do
 */
export async function regradePage(db: Db, log: EventLog): Promise<boolean> {
  await listAllAnswers(db, log)
  return againAfterLostRace(() =>
    db.transaction().execute(async (trx) => {
      const { rows } = await sql<Regrade>`
        select * from regrade where finished_at is null order by requested_at, question_id limit 1 for update`.execute(
        trx,
      )
      const job = rows[0]
      if (job === undefined) return false
      const order = {
        questionId: job.question_id,
        version: job.question_version,
        keyVersion: job.key_version,
      }
      const { changes, writes, last } = await decidePage(trx, log, order, job.after_learner)
      await commitLearners((work) => work(trx), log, writes)
      await advance(trx, job, changes, last)
      return true
    }),
  )
}

async function advance(
  trx: Transaction<ProgressTables>,
  job: Regrade,
  changes: Changes,
  last: string | undefined,
): Promise<void> {
  await sql`
    update regrade set answers = answers + ${changes.answers}, learners = learners + ${changes.learners},
      points = points + ${changes.points}, badges = badges + ${changes.badges},
      after_learner = ${last ?? ''}, finished_at = case when ${last === undefined} then now() end
    where question_id = ${job.question_id} and question_version = ${job.question_version}
      and key_version = ${job.key_version}`.execute(trx)
}

interface Page {
  changes: Changes
  writes: LearnerWrite[]
  /** The last learner of the page; undefined where there are none any more. */
  last: string | undefined
}

async function decidePage(db: Db, log: EventLog, order: RegradeOrder, after: string): Promise<Page> {
  const rightOptionIds = await rightOptionsOf(db, order)
  const rows = await findMisgraded(db, order, rightOptionIds, after)
  const byLearner = Map.groupBy(rows, (row) => row.respondent)
  const learnerIds = [...byLearner.keys()]
  if (learnerIds.length === 0) return { changes: noChanges, writes: [], last: undefined }
  // The heads first: what changes after them is found out at the append.
  const heads = await readHeads(db, log, learnerIds)
  const learners = await readLearners(db, learnerIds)
  const badges = await readBadges(db)
  const events = await log.reader(db).readById(rows.map((row) => row.event_id))
  const answers = new Map(events.filter(isAnswer).map((event) => [event.eventId, event]))
  const at = new Date()
  let changes = noChanges
  const writes: LearnerWrite[] = []
  for (const [learnerId, misgraded] of byLearner) {
    const [head, learner] = [heads.get(learnerId), learners.get(learnerId)]
    if (head === undefined || head.isErased || learner === undefined) continue
    const graded = misgraded.flatMap(({ event_id, correct }): GradedAnswer[] => {
      const event = answers.get(event_id)
      return event ? [{ event, wasCorrect: correct }] : []
    })
    const resets = await log
      .reader(db)
      .readStreamBackwards(learnerStream(learnerId), 'ProgressReset', { limit: 1_000 })
    const decided = regradeLearner(graded, resets, { keyVersion: order.keyVersion, rightOptionIds, at })
    const facts = await withoutRecorded(db, log, decided)
    if (facts.length === 0) continue
    const followed = followUp(learner, facts, { badges, at, metadata })
    writes.push({ head, ...followed })
    changes = add(changes, {
      answers: facts.length,
      learners: 1,
      points: followed.learner.standing.points - learner.standing.points,
      badges: followed.events.filter(({ type }) => type === 'BadgeEarned').length,
    })
  }
  return { changes, writes, last: learnerIds.at(-1) }
}

/** The list of answers is some moments behind the log: what was regraded meanwhile is left out. */
async function withoutRecorded(db: Db, log: EventLog, facts: readonly NamedFact[]): Promise<NamedFact[]> {
  const events = await log.reader(db).readById(facts.map(({ eventId }) => eventId))
  const recorded = new Set(events.map(({ eventId }) => eventId))
  return facts.filter(({ eventId }) => !recorded.has(eventId))
}

/** Answers of the next learners that the right key grades otherwise; erased ones are nobody's any more. */
async function findMisgraded(
  db: Db,
  { questionId, version }: RegradeOrder,
  rightOptionIds: readonly string[],
  after: string,
): Promise<{ respondent: string; event_id: string; correct: boolean }[]> {
  const { rows } = await sql<{ respondent: string; event_id: string; correct: boolean }>`
    with misgraded as (
      select respondent, event_id, correct from item_answer
      where question_id = ${questionId} and question_version = ${version} and graded = 'server'
        and respondent > ${after}
        and correct <> (selected @> ${rightOptionIds}::text[] and selected <@ ${rightOptionIds}::text[])
        and not exists (
          select from erased_stream
          where stream_hash = sha256(convert_to(${learnerStream('')} || respondent, 'UTF8')))
    )
    select * from misgraded
    where respondent in (select distinct respondent from misgraded order by respondent limit ${pageSize})
    order by respondent, event_id`.execute(db)
  return rows
}

async function rightOptionsOf(db: Db, { questionId, version, keyVersion }: RegradeOrder): Promise<string[]> {
  const [shown, right] = await findAnswerKeys(db, [
    { questionId, version },
    { questionId, version: keyVersion },
  ])
  if (shown === undefined || right === undefined) throw new Error('a regrade names versions that we have')
  return correctedKey(shown, right)
}

const add = (one: Changes, other: Changes): Changes => ({
  answers: one.answers + other.answers,
  learners: one.learners + other.learners,
  points: one.points + other.points,
  badges: one.badges + other.badges,
})
