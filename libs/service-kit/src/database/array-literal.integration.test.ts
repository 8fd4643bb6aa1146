import { testDatabase } from '@rehearse/testing/test-database'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrayLiteral } from './pipeline.ts'

let client: pg.Client

beforeAll(async () => {
  const { databaseUrl } = await testDatabase('array_literal', [])
  client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
})
afterAll(() => client.end())

/** Returns the list as Postgres parses it. */
async function roundTrip(type: string, list: readonly unknown[]): Promise<unknown> {
  const { rows } = await client.query(`select $1::${type}[] as list`, [arrayLiteral(list)])
  return rows[0].list
}

test('any text survives a round trip', async () => {
  const texts = fc.array(fc.option(fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'))))
  const special = ['', 'NULL', 'null', '{}', '","', '\\', '"', ' a ', "'", '\n', '{"a":"\\"b\\\\"}', null]
  await fc.assert(
    fc.asyncProperty(texts, async (list) => {
      expect(await roundTrip('text', list)).toEqual(list)
    }),
    { examples: [[special]], numRuns: 50 },
  )
})

test.each([
  ['integers', 'int', [1, -2, null]],
  ['fractions', 'float8', [0.1, 1e300, -0.5]],
  ['truths', 'boolean', [true, false, null]],
  ['bytes', 'bytea', [Buffer.from([0, 255, 92, 34]), Buffer.alloc(0), null]],
  ['instants', 'timestamptz', [new Date('2026-11-21T12:00:00.123Z')]],
  ['documents', 'jsonb', [{ a: ['"', '\\'] }, null]],
  ['nothing', 'text', []],
])('%s survive a round trip', async (_what, type, list) => {
  expect(await roundTrip(type, list)).toEqual(list)
})

test('nested lists survive a round trip', async () => {
  expect(
    await roundTrip('text', [
      ['a', '"'],
      ['\\', ','],
    ]),
  ).toEqual([
    ['a', '"'],
    ['\\', ','],
  ])
})
