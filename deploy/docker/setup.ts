import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { provisionDatabase, secretFile } from '@rehearse/local-platform/provisioning'

/**
 * Runs once before the services, and again at each `up`: gives every service its database and roles, and leaves the
 * secrets as files where the services read them (`DATABASE_URL_FILE` and so on). What is there already stays.
 */
const { POSTGRES_URL: superuserUrl, SECRETS_DIR: secretsDir } = process.env
if (!superuserUrl || !secretsDir) throw new Error('POSTGRES_URL and SECRETS_DIR must be set')

await mkdir(secretsDir, { recursive: true })
const secret = await secretFile(join(secretsDir, 'database-secret'))
await secretFile(join(secretsDir, 'key-encryption-secret'))
await secretFile(join(secretsDir, 'personal-data-secret'))
for (const name of ['questions', 'progress', 'identity', 'media']) {
  const { databaseUrl, ownerUrl } = await provisionDatabase(superuserUrl, { name, secret })
  await keep(`${name}-database-url`, databaseUrl)
  await keep(`${name}-database-owner-url`, ownerUrl)
}
await firstAdminPassword(join(secretsDir, 'admin-password'))

/** Under another name first: a service must never read half a secret. */
async function keep(name: string, value: string): Promise<void> {
  const file = join(secretsDir as string, name)
  await writeFile(`${file}.new`, value, { mode: 0o400 })
  await rename(`${file}.new`, file)
}

/** The operator's choice, else one made now and told once, here. */
async function firstAdminPassword(file: string): Promise<void> {
  const chosen = process.env.ADMIN_PASSWORD
  const password = chosen || randomBytes(12).toString('base64url')
  try {
    await writeFile(file, password, { mode: 0o400, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return
    throw error
  }
  process.stdout.write(
    `The first admin: ${process.env.ADMIN_EMAIL} ${chosen ? '(your password)' : password}\n`,
  )
}
