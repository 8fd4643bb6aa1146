import {
  QUOTAS,
  type QuestionReport,
  quotaExceeded,
  type ReportInput,
  type SettleReportInput,
} from '@rehearse/contracts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../tables.ts'

type ReportRow = Omit<QuestionReport, 'createdAt' | 'updatedAt' | 'settledAt'> & {
  createdAt: Date
  updatedAt: Date
  settledAt: Date | null
}

const columns = columnsWith(sql`question.title`)
/** Learners see the title that they reported, since the current one may not be published yet. */
const columnsForLearner = columnsWith(sql`(
  select question ->> 'title' from question_version
  where question_version.question_id = report.question_id and question_version.version = report.question_version)`)

function columnsWith(title: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`report.id, report.question_id as "questionId", ${title} as "questionTitle",
  report.question_version as "questionVersion", report.reported_by as "reportedBy", report.reason, report.text,
  report.state, report.answer, report.settled_by as "settledBy", report.settled_at as "settledAt",
  report.created_at as "createdAt", report.updated_at as "updatedAt"`
}

const toReport = ({ createdAt, updatedAt, settledAt, ...row }: ReportRow): QuestionReport => ({
  ...row,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
  settledAt: settledAt?.toISOString() ?? null,
})

/**
 * One open report per learner and question: reporting again replaces its text.
 * @throws {DomainError} conflict, `quota_exceeded`
 */
export async function storeReport(
  db: Db,
  question: { id: string; version: number },
  learnerId: string,
  input: ReportInput,
): Promise<QuestionReport> {
  return db.transaction().execute(async (trx) => {
    // Serializes a learner's reports, so that the counts below stay valid.
    await sql`select pg_advisory_xact_lock(hashtext('question_report'), hashtext(${learnerId}))`.execute(trx)
    const report = await upsertReport(trx, question, learnerId, input)
    const { rows } = await sql<{ today: number; total: number }>`
      select count(*)::int as total,
        (count(*) filter (where created_at >= date_trunc('day', now(), 'UTC')))::int as today
      from question_report where reported_by = ${learnerId}`.execute(trx)
    const { today = 0, total = 0 } = rows[0] ?? {}
    if (total > QUOTAS['question-reports'].total) throw quotaExceeded('question-reports', 'total')
    if (today > QUOTAS['question-reports'].daily) throw quotaExceeded('question-reports', 'day')
    return report
  })
}

async function upsertReport(
  db: Db,
  question: { id: string; version: number },
  learnerId: string,
  { reason, text }: ReportInput,
): Promise<QuestionReport> {
  const { rows } = await sql<ReportRow>`
    with report as (
      insert into question_report (question_id, question_version, reported_by, reason, text)
      values (${question.id}, ${question.version}, ${learnerId}, ${reason}, ${text})
      on conflict (question_id, reported_by) where state = 'open' do update set
        question_version = excluded.question_version, reason = excluded.reason, text = excluded.text,
        updated_at = now()
      returning *
    )
    select ${columns} from report left join question on question.id = report.question_id`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('an upsert returned no row')
  return toReport(row)
}

/** Newest first: all reports, those in one state, or those of one learner. */
export async function readReports(
  db: Db,
  { state, by }: { state?: QuestionReport['state'] | undefined; by?: string },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ reports: QuestionReport[]; totalCount: number }> {
  const wanted = sql`${state === undefined ? sql`true` : sql`state = ${state}`}
    and ${by === undefined ? sql`true` : sql`reported_by = ${by}`}`
  const { rows } = await sql<ReportRow>`
    select ${by === undefined ? columns : columnsForLearner}
    from question_report as report left join question on question.id = report.question_id
    where ${wanted} order by report.created_at desc, report.id desc limit ${limit} offset ${offset}`.execute(
    db,
  )
  const count = await sql<{ count: number }>`
    select count(*)::int as count from question_report where ${wanted}`.execute(db)
  return { reports: rows.map(toReport), totalCount: count.rows[0]?.count ?? 0 }
}

/** All reports by a learner, oldest first. */
export async function reportsBy(db: Db, learnerId: string): Promise<QuestionReport[]> {
  const { rows } = await sql<ReportRow>`
    select ${columnsForLearner} from question_report as report
    where report.reported_by = ${learnerId} order by report.created_at`.execute(db)
  return rows.map(toReport)
}

/** @returns undefined if there is no open report with that id */
export async function settleReport(
  db: Db,
  id: string,
  actor: string,
  { state, answer }: SettleReportInput,
): Promise<QuestionReport | undefined> {
  const { rows } = await sql<ReportRow>`
    with report as (
      update question_report set state = ${state}, answer = ${answer === '' ? null : answer},
        settled_by = ${actor}, settled_at = now(), updated_at = now()
      where id = ${id} and state = 'open' returning *
    )
    select ${columns} from report left join question on question.id = report.question_id`.execute(db)
  return rows[0] && toReport(rows[0])
}

export async function reportExists(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from question_report where id = ${id}`.execute(db)
  return rows.length > 0
}
