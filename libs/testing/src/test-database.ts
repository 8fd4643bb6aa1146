import { type ProvisionedDatabase, provisionDatabase } from '@rehearse/local-platform'
import { migrate } from '@rehearse/service-kit'
import { inject } from 'vitest'
import { testDatabasePrefix } from './drop-test-databases.ts'
import './vitest-backing-servers.ts'

export interface TestDatabase extends ProvisionedDatabase {
  /** With the superuser's credentials, for the same database. */
  superuserUrl: string
}

let count = 0

/**
 * A new database with a service's two roles, as in production, so that tests notice a missing grant. It is dropped
 * when the run ends.
 * @param name for the server's log: a service or a test file
 * @param migrations folders of migrations to run as the owner
 */
export async function testDatabase(
  name: string,
  migrations: string | readonly string[] = [],
): Promise<TestDatabase> {
  const { postgresUrl, run } = inject('backingServers')
  count += 1
  const database = `${testDatabasePrefix(run)}${name}_${process.pid}_${count}`
  const provisioned = await provisionDatabase(postgresUrl, { name: database, secret: run })
  const folders = typeof migrations === 'string' ? [migrations] : migrations
  if (folders.length > 0) await migrate(provisioned.ownerUrl, folders)
  const superuserUrl = new URL(postgresUrl)
  superuserUrl.pathname = `/${database}`
  return { ...provisioned, superuserUrl: superuserUrl.href }
}
