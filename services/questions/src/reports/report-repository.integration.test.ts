import { randomUUID } from 'node:crypto'
import { QUOTAS, type QuotaName } from '@rehearse/contracts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { bankDatabase } from '../testing/bank-database.ts'
import { storeReport } from './report-repository.ts'

const { db } = await bankDatabase('questions_report_quota')
const quota: QuotaName = 'question-reports'
const { daily, total } = QUOTAS[quota]

const report = (learnerId: string, id = randomUUID()) =>
  storeReport(db, { id, version: 1 }, learnerId, { reason: 'typo', text: 'teh' }).then(
    () => 'stored',
    (error: { details?: { message: string }[] }) => error.details?.[0]?.message,
  )
/** Inserts this many reports, already resolved, from that many days ago. */
const settled = (learnerId: string, count: number, daysAgo: number) =>
  sql`
  insert into question_report (question_id, question_version, reported_by, reason, text, state, created_at)
  select gen_random_uuid(), 1, ${learnerId}, 'typo', 'teh', 'dismissed', now() - ${daysAgo} * interval '1 day'
  from generate_series(1, ${count})`.execute(db)

test('limits a learner’s reports per day and in total, also for concurrent requests', async () => {
  await settled('ada', daily - 1, 0)
  const open = randomUUID()
  expect((await Promise.all([report('ada', open), report('ada'), report('ada')])).toSorted()).toEqual([
    'allows 200 a day',
    'allows 200 a day',
    'stored',
  ])
  await settled('bob', total - 1, 5)
  expect((await Promise.all([report('bob', open), report('bob')])).toSorted()).toEqual([
    'allows 5,000 in total',
    'stored',
  ])
  // Changing an open report doesn't count as a new one.
  const { rows } = await sql<{ id: string }>`
    select question_id as id from question_report where reported_by = 'bob' and state = 'open'`.execute(db)
  expect(await report('bob', rows[0]?.id as typeof open)).toBe('stored')
  expect(await report('eve')).toBe('stored')
})
