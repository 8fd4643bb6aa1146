import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { openSecretsFolder, provisionDatabases, readSecret } from './secrets-folder.ts'

/** Runs before the services, on each `up`: creates each service's database, and prints the first admin, once. */
const { SECRETS_DIR: secretsDir, GIVEN_SECRETS_DIR: givenDir, ADMIN_EMAIL: email } = process.env
if (!secretsDir || !givenDir) throw new Error('SECRETS_DIR and GIVEN_SECRETS_DIR must be set')

const secrets = await openSecretsFolder(secretsDir)
await provisionDatabases(secrets)

const chosen = await readSecret(join(givenDir, 'admin-password'))
const isKnown = (await secrets.read('admin-password')) !== null
const password = await secrets.readOrCreate(
  'admin-password',
  'identity',
  () => chosen ?? randomBytes(12).toString('base64url'),
)
if (!isKnown) process.stdout.write(`First admin: ${email} ${chosen ? '(your password)' : password}\n`)
