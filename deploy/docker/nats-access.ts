import { randomBytes } from 'node:crypto'
import { randomSecret, type SecretsFolder } from './secrets-folder.ts'

interface NatsUser {
  user: string
  password: string
}

/** In place of the user before the last: services that still know the last one go on until they are restarted. */
export async function rotateNatsUser(secrets: SecretsFolder): Promise<void> {
  const [last] = await knownUsers(secrets)
  await keep(secrets, last ? [newUser(), last] : [newUser()])
}

/** Writes what the server and the services read, with the first user where there is none. */
export async function writeNatsAccess(secrets: SecretsFolder): Promise<void> {
  const users = await knownUsers(secrets)
  await keep(secrets, users.length === 0 ? [newUser()] : users)
}

/** Names differ, so that the server tells one from the other. */
const newUser = (): NatsUser => ({
  user: `rehearse-${randomBytes(4).toString('hex')}`,
  password: randomSecret(),
})

/** The newest first. */
async function knownUsers(secrets: SecretsFolder): Promise<NatsUser[]> {
  return JSON.parse((await secrets.read('nats-users')) ?? '[]')
}

async function keep(secrets: SecretsFolder, users: readonly NatsUser[]): Promise<void> {
  const [{ user, password } = newUser()] = users
  await secrets.keep('nats-users', 'root', JSON.stringify(users))
  await secrets.keep('nats.conf', 'nats', serverConfiguration(users))
  await secrets.keep('nats-url', 'services', `nats://${user}:${password}@nats:4222`)
}

/** What is full in time refuses messages and takes them again; a disk that is full turns streams off. */
const serverConfiguration = (users: readonly NatsUser[]): string => `listen: 0.0.0.0:4222
http: 0.0.0.0:8222
jetstream { store_dir: "/data", max_file_store: $NATS_STORE }
authorization { users: ${JSON.stringify(users)} }
`
