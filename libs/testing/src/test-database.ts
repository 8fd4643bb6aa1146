import { createHash } from 'node:crypto'
import { databaseAddresses, type ProvisionedDatabase, provisionDatabase } from '@rehearse/local-platform'
import { migrate } from '@rehearse/service-kit'
import pg from 'pg'
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
 *
 * Databases with the same migrations are copies of one template, which is migrated once per run; they share its roles.
 * @param name for the server's log: a service or a test file
 * @param migrations folders of migrations, already run by the owner
 */
export async function testDatabase(
  name: string,
  migrations: string | readonly string[] = [],
): Promise<TestDatabase> {
  const { postgresUrl, run } = inject('backingServers')
  count += 1
  const database = `${testDatabasePrefix(run)}${name}_${process.pid}_${count}`
  const folders = typeof migrations === 'string' ? [migrations] : migrations
  const addresses =
    folders.length === 0
      ? await provisionDatabase(postgresUrl, { name: database, secret: run })
      : await copyTemplate(postgresUrl, { database, folders, run })
  return { ...addresses, superuserUrl: withDatabase(postgresUrl, database) }
}

async function copyTemplate(
  postgresUrl: string,
  { database, folders, run }: { database: string; folders: readonly string[]; run: string },
): Promise<ProvisionedDatabase> {
  const key = createHash('sha256').update(folders.join('\n')).digest('hex').slice(0, 8)
  const template = `${testDatabasePrefix(run)}template_${key}`
  const client = new pg.Client({ connectionString: postgresUrl })
  await client.connect()
  try {
    await ensureTemplate(client, { postgresUrl, template, folders, run })
    const [copy, original] = [pg.escapeIdentifier(database), pg.escapeIdentifier(template)]
    await client.query(
      `create database ${copy} template ${original} owner ${pg.escapeIdentifier(`${template}_owner`)}`,
    )
    // A template's grants on the database itself aren't copied.
    await client.query(
      `revoke all on database ${copy} from public; grant connect on database ${copy} to ${original}`,
    )
  } finally {
    await client.end()
  }
  const { databaseUrl, ownerUrl } = databaseAddresses(postgresUrl, { name: template, secret: run })
  return { databaseUrl: withDatabase(databaseUrl, database), ownerUrl: withDatabase(ownerUrl, database) }
}

/** Only the process that holds the lock connects to the template: Postgres copies no database that others use. */
async function ensureTemplate(
  client: pg.Client,
  {
    postgresUrl,
    template,
    folders,
    run,
  }: { postgresUrl: string; template: string; folders: readonly string[]; run: string },
): Promise<void> {
  const lock = `hashtext(${pg.escapeLiteral(template)})`
  await client.query(`select pg_advisory_lock(${lock})`)
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1 and datistemplate', [
      template,
    ])
    if (rowCount) return
    const { ownerUrl } = await provisionDatabase(postgresUrl, { name: template, secret: run })
    await migrate(ownerUrl, folders)
    await client.query(`alter database ${pg.escapeIdentifier(template)} is_template true`)
  } finally {
    await client.query(`select pg_advisory_unlock(${lock})`)
  }
}

function withDatabase(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}
