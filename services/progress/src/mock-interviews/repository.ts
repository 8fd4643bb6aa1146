import {
  type MockInterview,
  type MockInterviewContent,
  type MockInterviewSummary,
  QUOTAS,
  quotaExceeded,
} from '@rehearse/contracts'
import type { EventLog } from '@rehearse/event-store'
import type { ReadCollection } from '@rehearse/service-kit'
import { type Selectable, sql } from 'kysely'
import { learnerStream } from '../learner/events.ts'
import { lockSealedTexts, requireSeal, type Seal } from '../learner-store/sealed-text-repository.ts'
import { charge } from '../learner-store/usage-repository.ts'
import type { Db, ProgressTables, Trx } from '../tables.ts'

type Row = Selectable<ProgressTables['learner_mock_interview']>

interface Place {
  learnerId: string
  interviewId: string
}

/** A page of a learner's mock interviews, newest first, and their total number. */
export async function listInterviews(
  db: Db,
  log: EventLog,
  learnerId: string,
  span: { limit: number; offset: number },
): Promise<{ interviews: MockInterviewSummary[]; totalCount: number }> {
  const [rows, { count }, seal] = await Promise.all([
    db
      .selectFrom('learner_mock_interview')
      .select(['interview_id', 'revision', 'updated_at', 'summary'])
      .where('learner_id', '=', learnerId)
      .orderBy('created_at', 'desc')
      .orderBy('interview_id')
      .limit(span.limit)
      .offset(span.offset)
      .execute(),
    db
      .selectFrom('learner_mock_interview')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('learner_id', '=', learnerId)
      .executeTakeFirstOrThrow(),
    sealOf(db, log, learnerId),
  ])
  const interviews = rows.flatMap((row) =>
    seal ? [{ ...headOf(row), ...seal.open(summaryName(row.interview_id), row.summary) }] : [],
  ) as MockInterviewSummary[]
  return { interviews, totalCount: count }
}

export async function findInterview(
  db: Db,
  log: EventLog,
  { learnerId, interviewId }: Place,
): Promise<MockInterview | undefined> {
  const row = await db
    .selectFrom('learner_mock_interview')
    .selectAll()
    .where('learner_id', '=', learnerId)
    .where('interview_id', '=', interviewId)
    .executeTakeFirst()
  // Without a key, as after an erasure, nothing is left of it.
  const seal = row && (await sealOf(db, log, learnerId))
  return seal && opened(seal, row)
}

/**
 * Stores a mock interview that is new, or based on the stored revision. One that is stored already, as after a lost
 * response, is left unchanged.
 * @returns the stored interview, and whether it is another one than given
 * @throws {DomainError} conflict, `quota_exceeded`; gone, `account_erased`
 */
export async function storeInterview(
  trx: Trx,
  log: EventLog,
  place: Place,
  { revision, ...content }: MockInterviewContent & { revision: number },
  at: Date,
): Promise<{ interview: MockInterview; isConflict: boolean }> {
  const { learnerId, interviewId } = place
  await lockSealedTexts(trx, learnerId)
  const seal = await requireSeal(trx, log, learnerId)
  const stored = await findInterview(trx, log, place)
  if (stored !== undefined) {
    const { id: _id, revision: current, updatedAt: _updatedAt, ...before } = stored
    if (JSON.stringify(before) === JSON.stringify(content)) return { interview: stored, isConflict: false }
    if (current !== revision) return { interview: stored, isConflict: true }
  }
  const bytes = Buffer.byteLength(JSON.stringify(content))
  await charge(trx, learnerId, [{ quota: 'mock-interview-text', amount: bytes, countsInTotal: false }], at)
  await sql`
    insert into learner_mock_interview (learner_id, interview_id, revision, bytes, summary, sealed, finished_at)
    values (${learnerId}, ${interviewId}, 1, ${bytes}, ${seal.close(summaryName(interviewId), summaryOf(content))},
      ${seal.close(nameOf(interviewId), content)}, ${content.finishedAt})
    on conflict (learner_id, interview_id) do update set
      revision = learner_mock_interview.revision + 1, bytes = excluded.bytes, summary = excluded.summary,
      sealed = excluded.sealed, finished_at = excluded.finished_at, updated_at = now()`.execute(trx)
  await requireSpace(trx, learnerId)
  const interview = await findInterview(trx, log, place)
  if (interview === undefined) throw new Error('a mock interview was not stored')
  return { interview, isConflict: false }
}

export async function removeInterview(db: Db, { learnerId, interviewId }: Place): Promise<void> {
  await db
    .deleteFrom('learner_mock_interview')
    .where('learner_id', '=', learnerId)
    .where('interview_id', '=', interviewId)
    .execute()
}

/** A learner's decrypted mock interviews, for their export. */
export const mockInterviewCollection =
  (log: EventLog): ReadCollection<ProgressTables> =>
  async (db: Db, learnerId, { after, limit }) => {
    const rows = await db
      .selectFrom('learner_mock_interview')
      .selectAll()
      .where('learner_id', '=', learnerId)
      .where('interview_id', '>', after ?? '00000000-0000-0000-0000-000000000000')
      .orderBy('interview_id')
      .limit(limit)
      .execute()
    const seal = rows.length > 0 ? await sealOf(db, log, learnerId) : undefined
    return {
      rows: rows.flatMap((row) => (seal ? [{ ...opened(seal, row) }] : [])),
      next: rows.length === limit ? (rows.at(-1)?.interview_id ?? null) : null,
    }
  }

/** The caller holds the lock, so no other request stores an interview until the transaction ends. */
async function requireSpace(trx: Trx, learnerId: string): Promise<void> {
  const { rows } = await sql<{ count: number; bytes: number }>`
    select count(*)::int as count, sum(bytes)::float8 as bytes
    from learner_mock_interview where learner_id = ${learnerId}`.execute(trx)
  const { count, bytes } = rows[0] ?? { count: 0, bytes: 0 }
  if (count > QUOTAS['mock-interviews'].total) throw quotaExceeded('mock-interviews', 'total')
  if (bytes > QUOTAS['mock-interview-text'].total) throw quotaExceeded('mock-interview-text', 'total')
}

const summaryOf = ({ setup, startedAt, endedAt, finishedAt, parts, given }: MockInterviewContent) => ({
  setup: { role: setup.role, level: setup.level, minutes: setup.minutes },
  ...{ startedAt, endedAt, finishedAt },
  parts: parts.map(({ kind, id, minutes, points }) => ({ kind, id, minutes, points: points.length })),
  given: given.map(({ covered, marks }) => ({ covered, marks })),
})

const sealOf = (db: Db, log: EventLog, learnerId: string): Promise<Seal | undefined> =>
  log.sealOf<ProgressTables>(db, learnerStream(learnerId))

const opened = (seal: Seal, row: Row): MockInterview =>
  ({ ...headOf(row), ...seal.open(nameOf(row.interview_id), row.sealed) }) as MockInterview

const headOf = (row: Pick<Row, 'interview_id' | 'revision' | 'updated_at'>) => ({
  id: row.interview_id,
  revision: row.revision,
  updatedAt: row.updated_at.toISOString(),
})

const nameOf = (interviewId: string): string => `mock-interview/${interviewId}`
const summaryName = (interviewId: string): string => `mock-interview-summary/${interviewId}`
