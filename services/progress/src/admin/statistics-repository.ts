import {
  type AnswerSubmittedData,
  ITEM_STATISTICS_MIN,
  type ItemStatisticsMessage,
  progressSubjects,
} from '@rehearse/contracts'
import { type EventLog, readCheckpoint, writeCheckpoint } from '@rehearse/event-store'
import { enqueue } from '@rehearse/service-kit'
import { sql } from 'kysely'
import { statisticsProjection } from '../read-models/item-statistics.ts'
import type { ProgressTables, Trx } from '../tables.ts'

const logCheckpoint = 'item statistics'
/** Events read in one transaction. */
const eventsMax = 2_000
/** Questions computed in one statement and published in one message. */
const questionsMax = 500

type ComputedItem = ItemStatisticsMessage['data']['items'][number]

/**
 * Computes the statistics of questions with new answers, corrected answers or a new version, and publishes those that
 * changed. Other answers of the same respondents change a discrimination slightly too: it follows with the next answer
 * to its question. One replica does this at a time.
 * @returns whether there may be more to do
 */
export async function publishItemStatistics(trx: Trx, log: EventLog): Promise<boolean> {
  const { rows: locks } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtext(${logCheckpoint})) as mine`.execute(trx)
  if (!locks[0]?.mine) return false
  const from = await readCheckpoint<ProgressTables>(trx, logCheckpoint)
  const folded = await readCheckpoint<ProgressTables>(trx, statisticsProjection.name)
  const read = folded > from ? await log.reader<ProgressTables>(trx).readAllClear(from, eventsMax) : []
  const events = read.filter(({ globalPosition }) => globalPosition <= folded)
  const answered = events
    .filter(({ type }) => type === 'AnswerSubmitted' || type === 'AnswerRegraded')
    .map(({ data }) => (data as Pick<AnswerSubmittedData, 'questionId'>).questionId)
  const revised = await takeRevised(trx)
  const ids = [...new Set([...answered, ...revised])]
  for (let start = 0; start < ids.length; start += questionsMax) {
    const items = await storeStatistics(trx, ids.slice(start, start + questionsMax))
    if (items.length > 0) await enqueue(trx, [messageOf(items)])
  }
  const last = events.at(-1)
  if (last) await writeCheckpoint<ProgressTables>(trx, logCheckpoint, last.globalPosition)
  return events.length === eventsMax || revised.length === questionsMax
}

const messageOf = (items: ComputedItem[]) => ({
  subject: progressSubjects.itemStatisticsComputed,
  type: 'ItemStatisticsComputed',
  version: 1,
  data: { items },
})

/** Questions with a new version, each taken once. */
async function takeRevised(trx: Trx): Promise<string[]> {
  const { rows } = await sql<{ question_id: string }>`
    delete from item_revised where id in (select id from item_revised order by id limit ${questionsMax})
    returning question_id`.execute(trx)
  return rows.map((row) => row.question_id)
}

/** @returns those that changed */
async function storeStatistics(trx: Trx, ids: readonly string[]): Promise<ComputedItem[]> {
  const { rows } = await sql<ComputedItem>`
    insert into item_statistics as known (question_id, revision, attempts, facility, discrimination)
    select item.question_id, 1, n, case when says then facility end, case when says then discrimination end
    from (
      select distinct on (question_id) question_id, first_version, last_version from item_version
      where question_id = any(${[...ids]}::uuid[]) order by question_id, version desc
    ) as item
    cross join lateral (
      select count(*)::int as n, count(*) >= ${ITEM_STATISTICS_MIN} as says, avg(given.correct::int)::float8 as facility,
        corr(given.correct::int,
          (others.correct - given.correct::int)::float8 / nullif(others.answered - 1, 0)) as discrimination
      from item_answer given
      join item_respondent others on others.respondent = given.respondent
      where given.question_id = item.question_id and given.attempt = 1
        and given.question_version between item.first_version and item.last_version
    ) as figures
    order by item.question_id
    on conflict (question_id) do update set
      revision = known.revision + 1, attempts = excluded.attempts, facility = excluded.facility,
      discrimination = excluded.discrimination
    where (known.attempts, known.facility, known.discrimination)
      is distinct from (excluded.attempts, excluded.facility, excluded.discrimination)
    returning question_id as "questionId", revision, attempts, facility, discrimination`.execute(trx)
  return rows
}
