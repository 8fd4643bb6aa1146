import { createHmac } from 'node:crypto'
import pg from 'pg'
import { LocalPlatformError } from './local-platform-error.ts'

export interface DatabaseRequest {
  /** Of the database and of the role that the service runs as; the owner's role is `<name>_owner`. */
  name: string
  /** Both roles' passwords are derived from it, so that neither tells the other. */
  secret: string
}

export interface ProvisionedDatabase {
  /** For the service at run time: it may connect to this database alone, and read and write rows. */
  databaseUrl: string
  /** For migrations: owns the database and makes its tables. */
  ownerUrl: string
}

/** Any one number will do; it keeps two launchers of one server from making the same role at the same time. */
const lockKey = 7_202_611_210

/**
 * Gives one service its database and its two roles; may be done again and again.
 *
 * What the owner creates later is open to the run-time role (select, insert, update, delete), and a migration may take
 * some of that back: a second call doesn't give it again.
 * @param superuserUrl address of a role that may create roles and databases
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

/** Where a service will find its database, also before it has been made. */
export function databaseAddresses(
  superuserUrl: string,
  { name, secret }: DatabaseRequest,
): ProvisionedDatabase {
  const as = (user: string) =>
    addressOf(superuserUrl, { user, password: passwordOf(secret, user), database: name })
  return { databaseUrl: as(name), ownerUrl: as(ownerOf(name)) }
}

const ownerOf = (name: string): string => `${name}_owner`

/** Takes back what `provisionDatabase` made, content included. */
export async function dropDatabase(superuserUrl: string, name: string): Promise<void> {
  await asSuperuser(superuserUrl, async (client) => {
    await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
    for (const role of [name, ownerOf(name)]) {
      await client.query(`drop role if exists ${pg.escapeIdentifier(role)}`)
    }
  })
}

/** Keeps every role but the superuser out of the databases that a new server comes with. For a server of our own. */
export async function closeMaintenanceDatabases(superuserUrl: string): Promise<void> {
  await asSuperuser(superuserUrl, async (client) => {
    await client.query('revoke all on database postgres, template1 from public')
  })
}

/** Gives the role of this address another password. */
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
  // A connection that breaks fails the query that waits for it; nothing else has to hear of it.
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
