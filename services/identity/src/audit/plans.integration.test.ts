import { type Database, openDatabase } from '@rehearse/service-kit'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tables } from '../tables.ts'
import { identityDatabase } from '../testing/start-identity.ts'
import { auditPage } from './repository.ts'

const size = 20_000
let database: Database<Tables>

beforeAll(async () => {
  const { superuserUrl } = await identityDatabase('audit_plans')
  database = openDatabase({ url: superuserUrl, name: 'plans', poolSize: 1, log: Fastify().log })
  await sql`
    insert into audit_entry (id, at, actor, role, topic, action, summary, target, title, details, request_id)
    select gen_random_uuid(), now() - n * interval '1 minute', 'admin_' || n % 200, 'admin', 'topic ' || n % 20,
      'PUT /api/articles/:id', 'Change an article', 'article-' || n, 'Article ' || n, '{}', 'request-' || n
    from generate_series(1, ${size}::int) as n`.execute(database.db)
  await sql`vacuum analyze audit_entry`.execute(database.db)
})
afterAll(() => database?.close())

test.each([
  ['everything', {}, 'audit_entry_newest'],
  ['a time', { from: new Date(Date.now() - 60 * 60_000).toISOString() }, 'audit_entry_newest'],
  ['an admin', { actor: 'admin_7' }, 'audit_entry_by_actor'],
  ['a topic', { topic: 'topic 7' as never }, 'audit_entry_by_topic'],
] as const)('the audit log reads a page of %s in index order', async (_name, filter, index) => {
  const page = auditPage(filter, { limit: 20, offset: 0 })
  const { rows } = await sql<Record<'QUERY PLAN', string>>`explain ${page}`.execute(database.db)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain(index)
  expect(plan).not.toContain('Seq Scan on audit_entry')
  expect(plan).not.toContain('Sort')
})
