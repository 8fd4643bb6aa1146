import { randomUUID } from 'node:crypto'
import { cp } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { messagingMigrations, migrate } from '@rehearse/service-kit'
import { openDatabase } from '@rehearse/service-kit/database/database'
import { temporaryFolder } from '@rehearse/testing/temporary-folder'
import { testDatabase } from '@rehearse/testing/test-database'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db, Tables } from '../tables.ts'

const migrations = join(import.meta.dirname, '../migrations')
let db: Db

/** Writes a question like replicas of the version before, which know no status. */
async function insertAsBefore(approved: boolean): Promise<string> {
  const id = randomUUID()
  await sql`insert into question (id, version, title, content, type, difficulty, options, explanation, category_id, tags,
      points, time_limit, is_active, approved, content_hash, created_at, updated_at)
    values (${id}, 1, 'Old?', '', 'open-ended', 'beginner', '[]', '', 'general', '{}', 5, 30, true, ${approved}, '',
      now(), now())`.execute(db)
  return id
}

const stateOf = async (id: string) => {
  const { rows } = await sql<object>`select status, approved, is_open from question where id = ${id}`.execute(
    db,
  )
  return rows[0]
}
const open = { status: 'approved', approved: true, is_open: true }
const hidden = { status: 'draft', approved: false, is_open: false }

const closing: (() => Promise<unknown>)[] = []
afterAll(() => Promise.all(closing.map((close) => close())))

let before: { approved: string; unapproved: string }
beforeAll(async () => {
  const temporary = await temporaryFolder()
  closing.push(temporary.remove)
  const isOlder = (file: string) => !file.endsWith('.sql') || basename(file) < '0011'
  await cp(migrations, temporary.path, { recursive: true, filter: isOlder })
  const { ownerUrl } = await testDatabase('before_status', [messagingMigrations, temporary.path])
  const { log } = Fastify()
  const opened = openDatabase<Tables>({ url: ownerUrl, name: 'old', poolSize: 1, log })
  closing.push(opened.close)
  db = opened.db
  await sql`insert into category (id, name, folded_name) values ('general', 'General', 'general')`.execute(db)
  before = { approved: await insertAsBefore(true), unapproved: await insertAsBefore(false) }
  await migrate(ownerUrl, [messagingMigrations, migrations])
})

test('stored questions are approved or drafts', async () => {
  expect(await stateOf(before.approved)).toEqual(open)
  expect(await stateOf(before.unapproved)).toEqual(hidden)
})

test('the status follows what an older replica writes', async () => {
  expect(await stateOf(await insertAsBefore(true))).toEqual(open)
  const id = await insertAsBefore(false)
  expect(await stateOf(id)).toEqual(hidden)
  await sql`update question set approved = true where id = ${id}`.execute(db)
  expect(await stateOf(id)).toEqual(open)
})

test('no row is approved with another status, or scheduled without a time', async () => {
  const id = before.unapproved
  await expect(
    sql`update question set approved = true, status = 'in-review' where id = ${id}`.execute(db),
  ).rejects.toThrow('question_approved')
  await expect(sql`update question set status = 'approved' where id = ${id}`.execute(db)).rejects.toThrow(
    'question_approved',
  )
  await expect(sql`update question set status = 'scheduled' where id = ${id}`.execute(db)).rejects.toThrow(
    'question_scheduled',
  )
})
