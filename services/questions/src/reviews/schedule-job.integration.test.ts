import { randomUUID } from 'node:crypto'
import { auditSubject, questionInput } from '@rehearse/contracts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { recordActor } from '../edits/repository.ts'
import { changeEntryStatus, createEntry } from '../library/edit-entries.ts'
import { kindNamed } from '../library/kinds.ts'
import { findEntry } from '../library/repository.ts'
import { changeQuestionStatus, createQuestion, deleteQuestion } from '../questions/edit-question.ts'
import { findQuestion } from '../questions/question-repository.ts'
import type { Db } from '../tables.ts'
import { bankDatabase } from '../testing/bank-database.ts'
import { bodyOf } from '../testing/library-bodies.ts'
import { readEntryVersions } from '../versions/repository.ts'
import { runSchedule } from './schedule-job.ts'

const editor = { id: 'admin_1', role: 'admin' } as const
const hour = 60 * 60 * 1_000
/** The schedule's clock: real time decides nothing here. */
const soon = new Date(Date.now() + hour)
const before = new Date(soon.getTime() - 1)

let db: Db
beforeAll(async () => {
  ;({ db } = await bankDatabase('question_schedule'))
  await sql`insert into category (id, name, folded_name) values ('general', 'General', 'general')`.execute(db)
})

async function create(change: { status: 'scheduled' | 'approved'; publishAt?: string; expiresAt?: string }) {
  return db.transaction().execute(async (trx) => {
    const body = {
      title: randomUUID(),
      content: 'x',
      type: 'open-ended',
      explanation: 'y',
      category: 'General',
    }
    const { id } = await createQuestion(trx, questionInput.parse({ ...body, status: 'draft' }), editor)
    await changeQuestionStatus(trx, id, change, { editor, precondition: null })
    return id
  })
}

const history = async (id: string) => {
  const { rows } = await sql<{ status: string; changed_by: string }>`
    select question ->> 'status' as status, changed_by from question_version
    where question_id = ${id} order by version`.execute(db)
  return rows.map(({ status, changed_by }) => `${status} by ${changed_by}`)
}
const events = async (id: string) => {
  const { rows } = await sql<{ approved: boolean }>`
    select (payload -> 'data' ->> 'approved')::boolean as approved from outbox
    where payload -> 'data' ->> 'questionId' = ${id} order by position`.execute(db)
  return rows.map(({ approved }) => approved)
}

const audited = async (id: string) => {
  const { rows } = await sql<{ status: string }>`
    select payload -> 'data' -> 'details' ->> 'status' as status from outbox
    where subject = ${auditSubject('questions')} and payload -> 'data' ->> 'target' = ${id}`.execute(db)
  return rows.map(({ status }) => status)
}

test('publishes at its time and archives at its time, each once, however many replicas run', async () => {
  const at = soon.toISOString()
  const [publish, expire] = [
    await create({ status: 'scheduled', publishAt: at }),
    await create({ status: 'approved', expiresAt: at }),
  ]
  expect(await runSchedule(db, before)).toBe(0)
  expect((await findQuestion(db, publish))?.editorial.status).toBe('scheduled')

  const runs = await Promise.all([soon, soon, soon, soon].map((now) => runSchedule(db, now)))
  expect(runs.reduce((sum, count) => sum + count, 0)).toBe(2)
  expect((await findQuestion(db, publish))?.editorial).toMatchObject({ status: 'approved', publishAt: null })
  expect((await findQuestion(db, expire))?.editorial).toMatchObject({ status: 'archived', expiresAt: null })
  expect(await history(publish)).toEqual(['draft by admin_1', 'scheduled by admin_1', 'approved by schedule'])
  expect(await history(expire)).toEqual(['draft by admin_1', 'approved by admin_1', 'archived by schedule'])
  expect(await events(publish)).toEqual([false, false, true])
  expect(await events(expire)).toEqual([false, true, false])
  expect(await runSchedule(db, new Date(soon.getTime() + hour))).toBe(0)
  expect([await audited(publish), await audited(expire)]).toEqual([['approved'], ['archived']])
})

test('publishes, then archives, what was due for both', async () => {
  const id = await create({
    status: 'scheduled',
    publishAt: soon.toISOString(),
    expiresAt: new Date(soon.getTime() + hour).toISOString(),
  })
  await runSchedule(db, soon)
  expect((await findQuestion(db, id))?.editorial.status).toBe('approved')
  await runSchedule(db, new Date(soon.getTime() + hour))
  expect((await findQuestion(db, id))?.editorial.status).toBe('archived')
})

test('leaves a deleted question, and one whose schedule was canceled', async () => {
  const [deleted, canceled] = [
    await create({ status: 'scheduled', publishAt: soon.toISOString() }),
    await create({ status: 'scheduled', publishAt: soon.toISOString() }),
  ]
  await db
    .transaction()
    .execute((trx) => deleteQuestion(trx, deleted, { actor: editor.id, precondition: null }))
  await db
    .transaction()
    .execute((trx) =>
      changeQuestionStatus(trx, canceled, { status: 'draft' }, { editor, precondition: null }),
    )
  expect(await runSchedule(db, soon)).toBe(0)
})

test('changes the rest while one question is being edited, and that one in a later run', async () => {
  const [edited, free] = [
    await create({ status: 'scheduled', publishAt: soon.toISOString() }),
    await create({ status: 'scheduled', publishAt: soon.toISOString() }),
  ]
  const editing = await db.startTransaction().execute()
  await sql`select id from question where id = ${edited} for update`.execute(editing)
  expect(await runSchedule(db, soon)).toBe(1)
  expect((await findQuestion(db, free))?.editorial.status).toBe('approved')
  await editing.rollback().execute()
  expect(await runSchedule(db, soon)).toBe(1)
})

test('publishes and archives library entries, each once, with a version, an event and a record', async () => {
  const jobs = kindNamed('jobs')
  const id = await db.transaction().execute(async (trx) => {
    await recordActor(trx, editor.id)
    const body = { ...bodyOf('/api/jobs'), status: 'draft' as const }
    const entry = await createEntry(trx, jobs, body, editor)
    const change = {
      status: 'scheduled' as const,
      publishAt: soon.toISOString(),
      expiresAt: new Date(soon.getTime() + hour).toISOString(),
    }
    await changeEntryStatus(trx, jobs, entry.id, { change, editor, precondition: null })
    return entry.id
  })
  const state = async () => (await findEntry(db, 'jobs', id))?.editorial
  expect(await runSchedule(db, before)).toBe(0)
  expect((await state())?.status).toBe('scheduled')
  const runs = await Promise.all([soon, soon, soon].map((now) => runSchedule(db, now)))
  expect(runs.reduce((sum, count) => sum + count, 0)).toBe(1)
  expect(await state()).toMatchObject({ status: 'approved', publishAt: null, changedBy: 'schedule' })
  expect(await runSchedule(db, new Date(soon.getTime() + hour))).toBe(1)
  expect(await state()).toMatchObject({ status: 'archived', expiresAt: null })
  const { versions } = await readEntryVersions(db, { kind: 'jobs', entryId: id }, { limit: 10, offset: 0 })
  expect(versions.map(({ entry, changedBy }) => `${entry.status} by ${changedBy}`)).toEqual([
    'archived by schedule',
    'approved by schedule',
    'scheduled by admin_1',
    'draft by admin_1',
  ])
  const { rows } = await sql`
    select from outbox where subject = 'questions.library.revised.v1' and payload -> 'data' -> 'entryIds' ? ${id}`.execute(
    db,
  )
  expect(rows.length).toBe(4)
  expect(await audited(id)).toEqual(['approved', 'archived'])
})
