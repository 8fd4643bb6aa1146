import { dropDatabase } from '@rehearse/local-platform'
import pg from 'pg'

/** How databases of one run of the tests are called. */
export function testDatabasePrefix(run: string): string {
  return `test_${run}_`
}

/** Drops what a run has left on the server, its roles too; in one place, so that a killed test leaves nothing either. */
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
