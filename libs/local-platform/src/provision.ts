import { createHmac } from 'node:crypto'
import pg from 'pg'
import { LocalPlatformError } from './local-platform-error.ts'

export interface DatabaseRequest {
  /** The name of the database and of the service's role; the owner's role is `<name>_owner`. */
  name: string
  /** Both roles' passwords are derived from it, so that neither reveals the other. */
  secret: string
}

export interface ProvisionedDatabase {
  /** For the service at run time: it can connect to this database only, and read and write rows. */
  databaseUrl: string
  /** For migrations: owns the database and creates its tables. */
  ownerUrl: string
}

/** An arbitrary number; it keeps two launchers of one server from creating the same role at the same time. */
const lockKey = 7_202_611_210

/**
 * Creates a service's database and its two roles; can be repeated.
 *
 * The run-time role can use (select, insert, update, delete) tables that the owner creates later; a migration can
 * revoke some of that, and a second call doesn't grant it again.
 * @param superuserUrl of a role that may create roles and databases
 * @throws {LocalPlatformError} if the name is unusable
 */
export async function provisionDatabase(
  superuserUrl: string,
  { name, secret }: DatabaseRequest,
): Promise<ProvisionedDatabase> {
  const owner = ownerOf(name)
  if (name === '' || Buffer.byteLength(owner) > 63) {
    throw new LocalPlatformError(`"${name}" can't be a database: its name must have 1 to 57 bytes.`)
  }
  await asSuperuser(superuserUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await ensureRole(client, owner, passwordOf(secret, owner))
    await ensureRole(client, name, passwordOf(secret, name))
    await ensureDatabase(client, name, owner)
    const [database, role] = [pg.escapeIdentifier(name), pg.escapeIdentifier(name)]
    await client.query(`revoke all on database ${database} from public`)
    await client.query(`grant connect on database ${database} to ${role}`)
  })
  await asSuperuser(addressOf(superuserUrl, { database: name }), (client) =>
    openToRuntimeRole(client, name, owner),
  )
  return databaseAddresses(superuserUrl, { name, secret })
}

/** A service's database URLs, even before the database exists. */
export function databaseAddresses(
  superuserUrl: string,
  { name, secret }: DatabaseRequest,
): ProvisionedDatabase {
  const as = (user: string) =>
    addressOf(superuserUrl, { user, password: passwordOf(secret, user), database: name })
  return { databaseUrl: as(name), ownerUrl: as(ownerOf(name)) }
}

const ownerOf = (name: string): string => `${name}_owner`

/** Drops what `provisionDatabase` created, with all data. */
export async function dropDatabase(superuserUrl: string, name: string): Promise<void> {
  await asSuperuser(superuserUrl, async (client) => {
    await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
    for (const role of [name, ownerOf(name)]) {
      await client.query(`drop role if exists ${pg.escapeIdentifier(role)}`)
    }
  })
}

/** Closes the default databases of a new server to every role but the superuser. For the embedded server. */
export async function closeMaintenanceDatabases(superuserUrl: string): Promise<void> {
  await asSuperuser(superuserUrl, async (client) => {
    await client.query('revoke all on database postgres, template1 from public')
  })
}

/** Changes the password of this URL's role. */
export async function changeSuperuserPassword(superuserUrl: string, password: string): Promise<void> {
  await asSuperuser(superuserUrl, async (client) => {
    await client.query(`alter role current_user password ${pg.escapeLiteral(password)}`)
  })
}

async function ensureRole(client: pg.Client, role: string, password: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
  const verb = rowCount ? 'alter' : 'create'
  await client.query(
    `${verb} role ${pg.escapeIdentifier(role)} login nosuperuser nocreatedb nocreaterole password ${pg.escapeLiteral(password)}`,
  )
}

async function ensureDatabase(client: pg.Client, name: string, owner: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
  const database = pg.escapeIdentifier(name)
  if (!rowCount) await client.query(`create database ${database} owner ${pg.escapeIdentifier(owner)}`)
}

async function openToRuntimeRole(client: pg.Client, name: string, owner: string): Promise<void> {
  const [role, byOwner] = [pg.escapeIdentifier(name), `for role ${pg.escapeIdentifier(owner)}`]
  await client.query('revoke all on schema public from public')
  await client.query(`grant usage on schema public to ${role}`)
  await client.query(`alter default privileges ${byOwner} grant usage on schemas to ${role}`)
  await client.query(`alter default privileges ${byOwner} grant usage, select on sequences to ${role}`)
  await client.query(
    `alter default privileges ${byOwner} grant select, insert, update, delete on tables to ${role}`,
  )
}

async function asSuperuser(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  // A broken connection fails the query in progress; nothing else needs the event.
  client.on('error', () => {})
  try {
    await client.connect()
    await work(client)
  } finally {
    await client.end()
  }
}

function passwordOf(secret: string, role: string): string {
  return createHmac('sha256', secret).update(role).digest('hex').slice(0, 32)
}

function addressOf(url: string, parts: { user?: string; password?: string; database: string }): string {
  const address = new URL(url)
  if (parts.user !== undefined) address.username = encodeURIComponent(parts.user)
  if (parts.password !== undefined) address.password = encodeURIComponent(parts.password)
  address.pathname = `/${encodeURIComponent(parts.database)}`
  return address.href
}
