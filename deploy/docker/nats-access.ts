import {
  type KnownNatsUser,
  knownNatsUser,
  knownNatsUsers,
  type NatsUser,
  natsAuthorization,
  natsUrls,
  natsUsers,
  newNatsCredentials,
} from '@rehearse/local-platform/nats-access'
import type { Reader, SecretsFolder } from './secrets-folder.ts'

/**
 * Replaces the users before the last: services that still have the last ones keep working until they are restarted.
 */
export async function rotateNatsUsers(secrets: SecretsFolder): Promise<void> {
  const known = await knownUsers(secrets)
  const last = natsUsers.flatMap((role) => known.find((user) => user.role === role) ?? [])
  for (const name of [oneForAll, 'nats-url', 'nats.conf']) await secrets.drop(name)
  await keep(secrets, [...(await makeUsers(secrets)), ...last])
}

/** Writes the files of the server and the services, with new users if there are none. */
export async function writeNatsAccess(secrets: SecretsFolder): Promise<void> {
  const known = await knownUsers(secrets)
  await keep(secrets, known.length === 0 ? await makeUsers(secrets) : known)
}

/** Services read the password from their own file; only its hash is stored here. */
async function makeUsers(secrets: SecretsFolder): Promise<KnownNatsUser[]> {
  const credentials = newNatsCredentials()
  for (const [role, url] of Object.entries(natsUrls('nats://nats:4222', credentials)))
    await secrets.keep(`${role}-nats-url`, readerOf(role as NatsUser), url)
  return knownNatsUsers(credentials)
}

const readerOf = (role: NatsUser): Reader => (role === 'ops' ? 'root' : role)

/** Newest first. */
async function knownUsers(secrets: SecretsFolder): Promise<KnownNatsUser[]> {
  return JSON.parse((await secrets.read('nats-server-users')) ?? '[]')
}

/**
 * Older versions had one user with every right. Their services still use it during an upgrade and after a downgrade.
 */
const oneForAll = 'nats-users'

async function keep(secrets: SecretsFolder, users: readonly KnownNatsUser[]): Promise<void> {
  await secrets.keep('nats-server-users', 'root', JSON.stringify(users))
  const older: { user: string; password: string }[] = JSON.parse((await secrets.read(oneForAll)) ?? '[]')
  const all = [...users, ...older.map((user) => knownNatsUser('ops', user))]
  await secrets.keep('nats-server.conf', 'nats', serverConfiguration(all))
}

/** A stream that reaches its limit rejects messages and recovers; a full disk disables streams. */
const serverConfiguration = (users: readonly KnownNatsUser[]): string => `listen: 0.0.0.0:4222
http: 0.0.0.0:8222
jetstream { store_dir: "/data", max_file_store: $NATS_STORE }
${natsAuthorization(users)}`
