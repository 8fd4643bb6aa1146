import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../tables.ts'
import { progressDatabase } from '../testing/progress-database.ts'
import { readEntries } from './history-queries.ts'

let db: Db
const asked: CompiledQuery[] = []

beforeAll(async () => {
  const database = await progressDatabase('progress_history')
  const pool = new pg.Pool({ connectionString: database.databaseUrl })
  db = new Kysely({ dialect: new PostgresDialect({ pool }), log: ({ query }) => void asked.push(query) })
  await sql`
    insert into learner_answer (learner_id, answered_at, event_id, day, question_id, question_version, category,
      section, difficulty, attempt, correct, time_spent)
    select 'ada', timestamptz '2026-01-01' + n * interval '1 minute', gen_random_uuid(),
      (timestamptz '2026-01-01' + n * interval '1 minute')::date, gen_random_uuid(), 1, 'CSS', 'CSS',
      'beginner', 1, true, 1
    from generate_series(1, 20000) as n`.execute(db)
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await owner.query('analyze learner_answer')
  await owner.end()
})
afterAll(() => db.destroy())

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  Plans?: Plan[]
}
const flat = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flat)]

test('reads one page for the first page of 20,000 answers, not all of them', async () => {
  asked.length = 0
  expect(await readEntries(db, 'ada', {}, { limit: 10, offset: 0 })).toHaveLength(10)
  const [query] = asked
  if (query === undefined) throw new Error('nothing was asked')
  const explained = sql.raw<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (analyze, format json) ${query.sql.replace(/\$(\d+)/g, (_, n) => literal(query.parameters[Number(n) - 1]))}`,
  )
  const { rows } = await explained.execute(db)
  const root = rows[0]?.['QUERY PLAN'][0].Plan
  if (root === undefined) throw new Error('no plan')
  const reads = flat(root).filter((node) => node['Relation Name'] === 'learner_answer')
  expect(reads.length).toBeGreaterThan(0)
  expect(Math.max(...reads.map((node) => node['Actual Rows']))).toBeLessThan(100)
})

const literal = (value: unknown) => (typeof value === 'number' ? String(value) : `'${String(value)}'`)
