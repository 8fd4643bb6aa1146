import { provisionDatabase } from '@rehearse/local-platform/provision'
import type { SecretsFolder } from './secrets-folder.ts'

/** Gives every service its database and roles, with the passwords that follow from `database-secret`. */
export async function provisionDatabases(secrets: SecretsFolder): Promise<void> {
  const secret = await secrets.read('database-secret')
  if (!secret) throw new Error('there is no database-secret')
  const url = await superuserUrl(secrets)
  for (const name of ['questions', 'progress', 'identity', 'media'] as const) {
    const { databaseUrl, ownerUrl } = await provisionDatabase(url, { name, secret })
    await secrets.keep(`${name}-database-url`, name, databaseUrl)
    await secrets.keep(`${name}-database-owner-url`, name, ownerUrl)
  }
}

export async function superuserUrl(secrets: SecretsFolder): Promise<string> {
  const password = await secrets.read('postgres-password')
  if (!password) throw new Error('there is no postgres-password')
  return `postgres://postgres:${encodeURIComponent(password)}@postgres:5432/postgres`
}
