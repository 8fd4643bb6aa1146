import { type LearnerListQuery, learnerListQuery } from '@rehearse/contracts'
import { type Database, openDatabase } from '@rehearse/service-kit'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tables } from '../tables.ts'
import { identityDatabase } from '../testing/start-identity.ts'
import { learnerPage } from './repository.ts'

const size = 20_000
let database: Database<Tables>

beforeAll(async () => {
  const { superuserUrl } = await identityDatabase('identity_plans')
  database = openDatabase({ url: superuserUrl, name: 'plans', poolSize: 1, log: Fastify().log })
  await sql`
    insert into learner (uid, email, display_name, provider, created_at, last_login_at)
    select gen_random_uuid(), md5(n::text) || '@example.com', 'Learner ' || md5((n * 7)::text), 'password',
      now() - n * interval '1 minute', case when n % 3 = 0 then null else now() - n * interval '1 second' end
    from generate_series(1, ${size}::int) as n`.execute(database.db)
  await sql`vacuum analyze learner`.execute(database.db)
})
afterAll(() => database?.close())

const planOf = async (query: Record<string, string>) => {
  const input: LearnerListQuery = learnerListQuery.parse(query)
  const rows = await learnerPage(database.db, input).explain<{ 'QUERY PLAN': string }>()
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

test('finds part of a name or email through the trigram index', async () => {
  const plan = await planOf({ search: 'd41d8cd9' })
  expect(plan).toContain('learner_search')
  expect(plan).not.toContain('Seq Scan')
})

test.each([
  ['createdAt', 'learner_newest'],
  ['lastLoginAt', 'learner_last_login'],
  ['displayName', 'learner_name'],
  ['email', 'learner_email_key'],
] as const)('reads a page by %s in index order, in both directions', async (orderBy, index) => {
  for (const orderDirection of ['asc', 'desc']) {
    const plan = await planOf({ orderBy, orderDirection })
    expect(plan).toContain(index)
    expect(plan).not.toContain('Seq Scan')
  }
})
