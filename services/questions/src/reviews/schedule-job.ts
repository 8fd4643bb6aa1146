import type { AuditRecord } from '@rehearse/contracts'
import { auditMessage, type Backend, enqueue } from '@rehearse/service-kit'
import { onSchedule, SCHEDULE_ACTOR } from '../edits/content-status.rules.ts'
import { recordActor } from '../edits/repository.ts'
import { storeEntry } from '../library/edit-entries.ts'
import { kindNamed } from '../library/kinds.ts'
import { findQuestions } from '../questions/question-repository.ts'
import { type QuestionChange, recordChanges } from '../questions/record-changes.ts'
import type { Db, Tables, Trx } from '../tables.ts'
import { lockDueEntries, lockDueQuestions } from './repository.ts'

/** Milliseconds between runs: content is published at most this late. */
const minute = 60_000
/** Questions or entries per transaction. */
const batchSize = 100

/** Publishes scheduled content and archives what has expired. */
export function startScheduleJob({ app, database: { db }, runPeriodically }: Backend<Tables>): void {
  runPeriodically('scheduled publishing', minute, async () => {
    const changed = await runSchedule(db, new Date())
    if (changed > 0) app.log.info({ changed }, 'published or archived content on schedule')
  })
}

/** Every replica runs it: what is due changes once, with one version and one event. @returns how many changed */
export async function runSchedule(db: Db, now: Date): Promise<number> {
  let total = 0
  for (const changeDue of [changeDueQuestions, changeDueEntries]) {
    for (let changed = batchSize; changed === batchSize; total += changed) {
      changed = await db.transaction().execute((trx) => changeDue(trx, now))
    }
  }
  return total
}

async function changeDueQuestions(trx: Trx, now: Date): Promise<number> {
  const due = await findQuestions(trx, await lockDueQuestions(trx, now, batchSize))
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
    changes.map(({ question: { id, title, editorial } }) =>
      auditMessage('questions', recordOf('questions', { id, title, status: editorial.status })),
    ),
  )
  return changes.length
}

async function changeDueEntries(trx: Trx, now: Date): Promise<number> {
  const due = await lockDueEntries(trx, now, batchSize)
  await recordActor(trx, SCHEDULE_ACTOR)
  for (const { kind, entry } of due) {
    const editorial = onSchedule(entry.editorial, now)
    if (editorial === null) continue
    await storeEntry(trx, kindNamed(kind), { ...entry, editorial })
    const { id, document } = entry
    const title = String(document.title ?? document.name)
    const topic = kind === 'plans' ? 'plans' : 'library'
    await enqueue(trx, [auditMessage('questions', recordOf(topic, { id, title, status: editorial.status }))])
  }
  return due.length
}

const recordOf = (
  topic: 'questions' | 'library' | 'plans',
  { id, title, status }: { id: string; title: string; status: string },
): AuditRecord => ({
  actor: SCHEDULE_ACTOR,
  role: 'system',
  topic,
  action: SCHEDULE_ACTOR,
  summary: 'Publish or archive content on schedule',
  target: id,
  title,
  details: { status },
  requestId: '',
})
