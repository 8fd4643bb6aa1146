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
/** The leading Postgres, in either overlay. */
const host = 'postgres-rw:5432'

/**
 * The secrets of a new installation, made by chance: to be applied once, and kept where you keep secrets. What is sealed
 * with them (`personal-data-secret`, `key-encryption-secret`) can't be read without them, ever.
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
 * One user for each service, and what the servers know of them.
 * @param before what the servers know now: of these the newest of each service is known for one exchange more
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

/** Where three servers find each other, and the password by which they take each other for their own. */
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
