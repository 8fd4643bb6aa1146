import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect as connectNats, type NatsConnection } from '@nats-io/transport-node'
import { databaseAddresses } from '@rehearse/local-platform/provision'
import { ConfigError } from '@rehearse/service-kit/config'
import { natsServers } from '@rehearse/service-kit/messaging/nats'
import pg from 'pg'

export const databaseNames = ['identity', 'questions', 'progress', 'media'] as const
export type DatabaseName = (typeof databaseNames)[number]

/** The locations of everything that a backup contains. */
export interface Installation {
  /** With the owners' roles: a backup locks the outboxes for a moment, a restore creates the schemas. */
  databases: Readonly<Record<DatabaseName, string>>
  nats: { url: string; replicas: number }
  media: { storage: 'folder'; folder: string } | { storage: 'nats' }
  /** The secret that wraps the keys in the key store; needed to restore, never stored. */
  personalData: { secret: string; previous: string | undefined } | null
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads where the installation is, from any of:
 * - `SECRETS_DIR`, the folder that compose's services read (which also has the address of NATS), or
 * - `POSTGRES_URL` and `DATABASE_SECRET`, as the cluster's job `prepare`, or
 * - `<SERVICE>_DATABASE_OWNER_URL` of each of the four services. Each may be a file (`…_FILE`).
 * @throws {ConfigError} with everything that is missing
 */
export function readInstallation(env: Environment = process.env): Installation {
  const read = (name: string) => readValue(env, name)
  const problems: string[] = []
  const addresses = databaseNames.map((name) => [name, ownerUrlOf(name, read)] as const)
  for (const [name, url] of addresses) {
    if (!url)
      problems.push(`${variableOf(name)} is not set, nor SECRETS_DIR, nor POSTGRES_URL and DATABASE_SECRET`)
  }
  const folder = read('MEDIA_DIR')
  const storage = read('MEDIA_STORAGE') ?? 'folder'
  if (storage === 'folder' && !folder) problems.push('MEDIA_DIR is not set, nor MEDIA_STORAGE=nats')
  const replicas = Number(read('NATS_REPLICAS') ?? 1)
  if (!Number.isInteger(replicas) || replicas < 1) problems.push('NATS_REPLICAS must be a number from 1 to 5')
  if (problems.length > 0) throw new ConfigError(problems)
  const secret = read('PERSONAL_DATA_SECRET') ?? inSecretsDir(read, 'personal-data-secret')
  const previous =
    read('PERSONAL_DATA_SECRET_PREVIOUS') ?? inSecretsDir(read, 'personal-data-secret-previous')
  return {
    databases: Object.fromEntries(addresses) as Record<DatabaseName, string>,
    nats: {
      url: read('NATS_URL') ?? inSecretsDir(read, 'ops-nats-url') ?? 'nats://127.0.0.1:4222',
      replicas,
    },
    media: storage === 'folder' ? { storage, folder: folder ?? '' } : { storage: 'nats' },
    personalData: secret === undefined ? null : { secret, previous },
  }
}

type Read = (name: string) => string | undefined

const variableOf = (name: DatabaseName) => `${name.toUpperCase()}_DATABASE_OWNER_URL`

function ownerUrlOf(name: DatabaseName, read: Read): string | undefined {
  const [superuserUrl, secret] = [read('POSTGRES_URL'), read('DATABASE_SECRET')]
  return (
    read(variableOf(name)) ??
    inSecretsDir(read, `${name}-database-owner-url`) ??
    (superuserUrl && secret ? databaseAddresses(superuserUrl, { name, secret }).ownerUrl : undefined)
  )
}

function inSecretsDir(read: Read, file: string): string | undefined {
  const folder = read('SECRETS_DIR')
  return folder === undefined ? undefined : readSecret('SECRETS_DIR', join(folder, file))
}

/** From the variable, or from the file that `<name>_FILE` names. */
function readValue(env: Environment, name: string): string | undefined {
  const file = env[`${name}_FILE`]
  return env[name] || (file ? readSecret(`${name}_FILE`, file) : undefined)
}

/** An empty file counts as missing; if the value is required, the error names it. */
function readSecret(variable: string, path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim() || undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new ConfigError([`${variable}: ${path} can't be read (${(error as NodeJS.ErrnoException).code})`])
  }
}

/** Opens one connection for the work, and closes it afterwards. */
export async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  await using client = await openClient(url)
  return await work(client)
}

/** A connection for `await using`: its open transaction is rolled back when it is disposed. */
export async function openClient(url: string): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'rehearse-backup',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // A broken connection fails the query in progress; nothing else needs the event.
  client.on('error', () => {})
  await client.connect().catch((cause) => {
    throw new Error(`${withoutCredentials(url)} can't be reached: ${(cause as Error).message}`, { cause })
  })
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end().catch(() => {}) })
}

export async function withNats<Result>(
  url: string,
  work: (connection: NatsConnection) => Promise<Result>,
): Promise<Result> {
  const connection = await connectNats({
    ...natsServers(url),
    name: 'rehearse-backup',
    timeout: 10_000,
  }).catch((cause) => {
    throw new Error(`NATS at ${withoutCredentials(url)} can't be reached: ${(cause as Error).message}`, {
      cause,
    })
  })
  try {
    return await work(connection)
  } finally {
    await connection.close()
  }
}

/** A URL that can be displayed: without user and password. */
export function withoutCredentials(url: string): string {
  const { host, pathname } = new URL(url.split(',')[0] ?? url)
  return `${host}${pathname}`
}
