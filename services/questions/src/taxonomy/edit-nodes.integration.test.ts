import { questionInput, questionSubjects } from '@rehearse/contracts'
import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { createQuestion } from '../questions/edit-question.ts'
import type { Db } from '../tables.ts'
import { bankDatabase } from '../testing/bank-database.ts'
import { questionBody } from '../testing/question-body.ts'
import { createNode, editNode, removeNode } from './edit-nodes.ts'
import { type NodeDefinition, nodeDefinitions } from './node-definitions.ts'

const category = nodeDefinitions.find(({ kind }) => kind === 'category') as NodeDefinition
let db: Db

beforeEach(async () => {
  db = (await bankDatabase('questions_places')).db
})

/** Whether another transaction of this database is waiting for a lock of this test. */
const somebodyWaits = () =>
  vi.waitUntil(async () => {
    const { rows } = await sql<{ waiting: boolean }>`
        select exists (
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        ) as waiting`.execute(db)
    return rows[0]?.waiting
  })

test('publishes each moved question, even if there are more than one statement moves', async () => {
  const count = 600
  const subjects = async () => {
    const { rows } = await sql<{ subject: string; category: string; version: number; count: number }>`
      select subject, payload->'data'->>'category' as category, (payload->'data'->>'version')::int as version,
        count(*) as count
      from outbox where subject like 'questions.question.%' group by 1, 2, 3 order by version`.execute(db)
    return rows
  }
  await db.transaction().execute(async (trx) => {
    for (const name of ['General', 'Other']) await createNode(trx, category, { name })
    for (let made = 0; made < count; made += 1) {
      await createQuestion(trx, questionInput.parse(questionBody()), { id: 'admin_1', role: 'admin' })
    }
  })
  const { moved } = await db
    .transaction()
    .execute((trx) =>
      removeNode(trx, category, 'general', { reassignTo: 'other', actor: 'admin_2', precondition: null }),
    )
  expect(moved).toBe(count)
  expect(await subjects()).toEqual([
    { subject: questionSubjects.created, category: 'General', version: 1, count },
    { subject: questionSubjects.revised, category: 'Other', version: 2, count },
  ])
})

test('doesn’t delete a node that a question has just been moved to', async () => {
  await db.transaction().execute((trx) => createNode(trx, category, { name: 'General' }))
  const filing = await db.startTransaction().execute()
  await createQuestion(filing, questionInput.parse(questionBody()), { id: 'admin_1', role: 'admin' })
  const removal = db
    .transaction()
    .execute((trx) =>
      removeNode(trx, category, 'general', { reassignTo: undefined, actor: 'admin_2', precondition: null }),
    )
  const refused = expect(removal).rejects.toMatchObject({ kind: 'conflict', code: 'in_use' })
  await somebodyWaits()
  await filing.commit().execute()
  await refused
})

test('rejects a name that a concurrent request has just taken', async () => {
  await db.transaction().execute((trx) => createNode(trx, category, { name: 'One' }))
  const naming = await db.startTransaction().execute()
  await createNode(naming, category, { name: 'Two' })
  const renaming = db
    .transaction()
    .execute((trx) => editNode(trx, category, 'one', { body: { name: 'two' }, precondition: null }))
  const refused = expect(renaming).rejects.toMatchObject({ kind: 'conflict', code: 'name_taken' })
  await somebodyWaits()
  await naming.commit().execute()
  await refused
})
