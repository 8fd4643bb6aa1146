import { dropDatabase } from '@rehearse/local-platform'
import pg from 'pg'

/** The prefix of database names of one test run. */
export function testDatabasePrefix(run: string): string {
  return `test_${run}_`
}

/** Drops all databases and roles of a run; in one place, so that a killed test leaves nothing either. */
export async function dropTestDatabases(superuserUrl: string, run: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [testDatabasePrefix(run)],
    )
    for (const { datname } of rows) await dropDatabase(superuserUrl, datname)
  } finally {
    await client.end()
  }
}
