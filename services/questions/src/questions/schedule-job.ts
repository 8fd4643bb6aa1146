import type { AuditRecord } from '@rehearse/contracts'
import { auditMessage, type Backend, enqueue } from '@rehearse/service-kit'
import type { Db, Tables, Trx } from '../tables.ts'
import { findQuestions } from './question-repository.ts'
import { onSchedule, SCHEDULE_ACTOR } from './question-status.rules.ts'
import { type QuestionChange, recordChanges } from './record-changes.ts'
import { lockDue } from './status-repository.ts'

/** Milliseconds between runs: a question is published at most this late. */
const minute = 60_000
/** Questions per transaction. */
const batchSize = 100

/** Publishes scheduled questions and archives expired ones. */
export function startScheduleJob({ app, database: { db }, runPeriodically }: Backend<Tables>): void {
  runPeriodically('scheduled publishing', minute, async () => {
    const changed = await runSchedule(db, new Date())
    if (changed > 0) app.log.info({ questions: changed }, 'published or archived questions on schedule')
  })
}

/** Every replica runs it: each due question changes once, with one version and one event. @returns their number */
export async function runSchedule(db: Db, now: Date): Promise<number> {
  let total = 0
  for (;;) {
    const changed = await db.transaction().execute((trx) => changeDue(trx, now))
    total += changed
    if (changed < batchSize) return total
  }
}

async function changeDue(trx: Trx, now: Date): Promise<number> {
  const due = await findQuestions(trx, await lockDue(trx, now, batchSize))
  const changes = [...due.values()].flatMap((question): QuestionChange[] => {
    const editorial = onSchedule(question.editorial, now)
    const version = question.version + 1
    return editorial
      ? [{ action: 'updated', question: { ...question, editorial, version, updatedAt: now } }]
      : []
  })
  await recordChanges(trx, changes, { actor: SCHEDULE_ACTOR, at: now })
  await enqueue(
    trx,
    changes.map(({ question }) => auditMessage('questions', scheduleRecord(question))),
  )
  return changes.length
}

const scheduleRecord = ({ id, title, editorial }: QuestionChange['question']): AuditRecord => ({
  actor: SCHEDULE_ACTOR,
  role: 'system',
  topic: 'questions',
  action: SCHEDULE_ACTOR,
  summary: 'Publish or archive a question on schedule',
  target: id,
  title,
  details: { status: editorial.status },
  requestId: '',
})
