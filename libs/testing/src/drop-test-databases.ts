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
    // The templates last: their roles own the copies.
    const { rows } = await client.query<{ datname: string; datistemplate: boolean }>(
      'select datname, datistemplate from pg_database where starts_with(datname, $1) order by datistemplate',
      [testDatabasePrefix(run)],
    )
    for (const { datname, datistemplate } of rows) {
      if (datistemplate) {
        await client.query(`alter database ${pg.escapeIdentifier(datname)} is_template false`)
      }
      await dropDatabase(superuserUrl, datname)
    }
  } finally {
    await client.end()
  }
}
