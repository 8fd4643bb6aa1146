import { randomUUID } from 'node:crypto'
import { RESTORABLE_FOR } from '@rehearse/contracts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createQuestion, deleteQuestion, restoreQuestion } from '../questions/edit-question.ts'
import type { Db } from '../tables.ts'
import { bankDatabase } from '../testing/bank-database.ts'
import { lockRetention, sweep } from './repository.ts'

let db: Db
beforeAll(async () => {
  ;({ db } = await bankDatabase('retention'))
  await sql`insert into category (id, name, folded_name) values ('general', 'General', 'general')`.execute(db)
})

const actor = 'admin_1'
const day = 24 * 60 * 60 * 1000

async function deletedQuestion(): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const { id } = await createQuestion(
      trx,
      {
        title: randomUUID(),
        content: 'x',
        type: 'open-ended',
        difficulty: 'beginner',
        options: [],
        explanation: 'y',
        category: 'General',
        tags: [],
        points: 5,
        timeLimit: 30,
        isActive: true,
        approved: true,
      },
      { id: actor, role: 'admin' },
    )
    await deleteQuestion(trx, id, { actor, precondition: null })
    return id
  })
}

const deletedAgo = (id: string, milliseconds: number) =>
  sql`update question set deleted_at = ${new Date(Date.now() - milliseconds)} where id = ${id}`.execute(db)
const restore = (id: string) => db.transaction().execute((trx) => restoreQuestion(trx, id, actor))
const count = async (table: string, id: string) => {
  const column = table === 'question' ? 'id' : 'question_id'
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(db)
  return rows[0]?.count
}

test('lets a deletion be undone for 30 days, and no longer', async () => {
  const [soon, late] = [await deletedQuestion(), await deletedQuestion()]
  await deletedAgo(soon, RESTORABLE_FOR - day)
  await deletedAgo(late, RESTORABLE_FOR + day)
  await expect(restore(late)).rejects.toMatchObject({ kind: 'conflict', code: 'restore_expired' })
  await sweep(db, new Date())
  expect(await count('question', late)).toBe(0)
  expect((await restore(soon)).deletedAt).toBeNull()
  await expect(restore(late)).rejects.toMatchObject({ kind: 'not-found' })
})

test('keeps answered versions readable', async () => {
  const [answered, never] = [await deletedQuestion(), await deletedQuestion()]
  await sql`update question_usage set usage_count = 1 where question_id = ${answered}`.execute(db)
  for (const id of [answered, never]) await deletedAgo(id, RESTORABLE_FOR + day)
  expect(await sweep(db, new Date())).toBe(2)
  expect(await count('question_version', answered)).toBe(2)
  expect(await count('question_version', never)).toBe(0)
})

test('removes nodes used only by an undone import, together with their last question', async () => {
  const id = await deletedQuestion()
  const batchId = randomUUID()
  await sql`insert into category (id, name, folded_name) values ('made', 'Made', 'made'), ('spare', 'Spare', 'spare')`.execute(
    db,
  )
  await sql`insert into import_batch (id, source, format, undone_at) values (${batchId}, 'x', 'json', now())`.execute(
    db,
  )
  await sql`insert into import_batch_place values (${batchId}, 'category', 'made'), (${batchId}, 'category', 'spare')`.execute(
    db,
  )
  await sql`update question set category_id = 'made' where id = ${id}`.execute(db)
  const categories = async () =>
    (await sql<{ id: string }>`select id from category`.execute(db)).rows.map((row) => row.id)
  await sweep(db, new Date())
  expect((await categories()).sort()).toEqual(['general', 'made'])
  await deletedAgo(id, RESTORABLE_FOR + day)
  await sweep(db, new Date())
  expect(await categories()).toEqual(['general'])
})

test('sweeps nothing twice while another replica is sweeping', async () => {
  await deletedAgo(await deletedQuestion(), RESTORABLE_FOR + day)
  await db.transaction().execute(async (trx) => {
    await lockRetention(trx)
    expect(await sweep(db, new Date())).toBe(0)
  })
  expect(await sweep(db, new Date())).toBe(1)
})
