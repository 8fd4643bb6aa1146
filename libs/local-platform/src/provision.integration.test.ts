import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { dropDatabase, type ProvisionedDatabase, provisionDatabase } from './provision.ts'

const secret = 'one secret of this platform'
const run = randomBytes(4).toString('hex')
const progress = `test_${run}_progress`
const media = `test_${run}_media`
const { postgresUrl } = inject('backingServers')
let databases: Record<'progress' | 'media', ProvisionedDatabase>

beforeAll(async () => {
  const [first, second] = await Promise.all(
    [progress, media].map((name) => provisionDatabase(postgresUrl, { name, secret })),
  )
  databases = { progress: first as ProvisionedDatabase, media: second as ProvisionedDatabase }
})

afterAll(async () => {
  await dropDatabase(postgresUrl, progress)
  await dropDatabase(postgresUrl, media)
})

async function query(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end().catch(() => {})
  }
}

function inDatabase(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}

describe('a provisioned database', () => {
  test.each(['databaseUrl', 'ownerUrl'] as const)(
    "neither of a service's roles opens another's database (%s)",
    async (url) => {
      await expect(query(inDatabase(databases.progress[url], media), 'select 1')).rejects.toThrow(
        /permission denied for database/,
      )
      await expect(query(databases.progress[url], 'select 1 as one')).resolves.toEqual([{ one: 1 }])
    },
  )

  test("the run-time role reads and writes the owner's tables, and creates none itself", async () => {
    await query(
      databases.progress.ownerUrl,
      'create table plan (id int generated always as identity, text text)',
    )
    await query(
      databases.progress.databaseUrl,
      "insert into plan (text) values ('a')",
      "update plan set text = 'b'",
      'select * from plan',
      'delete from plan',
    )
    await expect(query(databases.progress.databaseUrl, 'create table mine (id int)')).rejects.toThrow(
      /permission denied/,
    )
    await expect(query(databases.progress.databaseUrl, 'drop table plan')).rejects.toThrow(/must be owner/)
    await expect(query(databases.progress.databaseUrl, 'create schema mine')).rejects.toThrow(
      /permission denied/,
    )
  })

  test('a right that a migration revoked stays revoked when the database is provisioned again', async () => {
    await query(
      databases.progress.ownerUrl,
      'create table log (id int)',
      `revoke update, delete on log from "${progress}"`,
    )
    const again = await provisionDatabase(postgresUrl, { name: progress, secret })
    expect(again).toEqual(databases.progress)
    await query(again.databaseUrl, 'insert into log values (1)', 'select * from log')
    await expect(query(again.databaseUrl, 'delete from log')).rejects.toThrow(/permission denied/)
  })

  test("the run-time role's password doesn't work for the owner", async () => {
    const address = new URL(databases.progress.databaseUrl)
    address.username = `${progress}_owner`
    await expect(query(address.href, 'select 1')).rejects.toThrow(/password authentication failed/)
  })

  test('any name is quoted, and one that Postgres would truncate is rejected', async () => {
    const name = `test_${run} it's "odd" --`
    const odd = await provisionDatabase(postgresUrl, { name, secret: `it's "secret"` })
    expect(
      await query(odd.databaseUrl, 'select current_user as role, current_database() as database'),
    ).toEqual([{ role: name, database: name }])
    await dropDatabase(postgresUrl, name)
    await expect(provisionDatabase(postgresUrl, { name: 'a'.repeat(58), secret })).rejects.toThrow(
      /1 to 57 bytes/,
    )
  })
})
