import { randomBytes } from 'node:crypto'
import {
  type KnownNatsUser,
  knownNatsUsers,
  type NatsUser,
  natsAuthorization,
  natsUrls,
  natsUsers,
  newNatsCredentials,
} from '@rehearse/local-platform/nats-access'
import { databaseAddresses } from '@rehearse/local-platform/provision'

export interface SecretManifest {
  readonly apiVersion: 'v1'
  readonly kind: 'Secret'
  readonly metadata: { readonly name: string; readonly namespace: string }
  readonly type?: string
  readonly stringData: Readonly<Record<string, string>>
}

const random = () => randomBytes(32).toString('base64url')
/** The primary Postgres, in either overlay. */
const host = 'postgres-rw:5432'

/**
 * Random secrets for a new installation: apply them once, and store them where you store secrets. Data sealed with
 * them (`personal-data-secret`, `key-encryption-secret`) can never be read without them.
 */
export function secretsFor({ postgresPassword = random() } = {}): SecretManifest[] {
  const superuserUrl = `postgres://postgres:${postgresPassword}@${host}/postgres`
  const databaseSecret = random()
  const addresses = (name: string) => databaseAddresses(superuserUrl, { name, secret: databaseSecret })
  const database = (name: string) => ({ 'database-url': addresses(name).databaseUrl })
  const services = ['identity', 'questions', 'progress', 'media']
  return [
    {
      ...secret('postgres', { username: 'postgres', password: postgresPassword }),
      type: 'kubernetes.io/basic-auth',
    },
    secret('prepare', { 'postgres-url': superuserUrl, 'database-secret': databaseSecret }),
    secret('identity', {
      ...database('identity'),
      'key-encryption-secret': random(),
      'admin-password': randomBytes(12).toString('base64url'),
    }),
    secret('questions', database('questions')),
    secret('progress', { ...database('progress'), 'personal-data-secret': random() }),
    secret('media', database('media')),
    secret(
      'backup',
      Object.fromEntries(services.map((name) => [`${name}-database-owner-url`, addresses(name).ownerUrl])),
    ),
    ...natsSecretsFor(),
    natsRoutesSecret(),
  ]
}

/**
 * One user per service, and the file with which the servers verify them.
 * @param before the current users: the newest of each service stays valid for one more rotation
 */
export function natsSecretsFor(before: readonly KnownNatsUser[] = []): SecretManifest[] {
  const credentials = newNatsCredentials()
  const last = natsUsers.flatMap((role) => before.find((user) => user.role === role) ?? [])
  const known = [...knownNatsUsers(credentials), ...last]
  const urls = Object.entries(natsUrls('nats://nats:4222', credentials)) as [NatsUser, string][]
  return [
    secret('nats-users', { 'users.conf': natsAuthorization(known), 'users.json': JSON.stringify(known) }),
    ...urls.map(([role, url]) =>
      role === 'ops'
        ? secret('backup-nats', { 'ops-nats-url': url })
        : secret(`${role}-nats`, { 'nats-url': url }),
    ),
  ]
}

/** The addresses of the three servers, and the password with which they authenticate each other. */
export function natsRoutesSecret(): SecretManifest {
  const password = random()
  const routes = [0, 1, 2].map((n) => `nats://routes:${password}@nats-${n}.nats-peers:6222`)
  const authorization = { user: 'routes', password, timeout: 5 }
  return secret('nats-routes', {
    'routes.conf': `authorization: ${JSON.stringify(authorization)}\nroutes: ${JSON.stringify(routes)}\n`,
  })
}

const secret = (name: string, stringData: Readonly<Record<string, string>>): SecretManifest => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, namespace: 'rehearse' },
  stringData,
})
