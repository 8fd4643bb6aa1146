import { randomBytes } from 'node:crypto'
import { databaseAddresses } from '@rehearse/local-platform/provisioning'

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
  ]
}

const secret = (name: string, stringData: Readonly<Record<string, string>>): SecretManifest => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, namespace: 'rehearse' },
  stringData,
})
