import { readFileSync } from 'node:fs'
import { provisionDatabase } from '@rehearse/local-platform/provision'
import { migrate } from '@rehearse/service-kit/database/migrate'
import { schemas } from '../backup/databases.ts'

/**
 * Prepares a cluster before its services can be ready: creates each service's database and roles, and migrates the
 * schemas. Can be repeated. The services themselves have no owner's rights; they wait until this is done.
 */
const superuserUrl = secret('POSTGRES_URL')
const databaseSecret = secret('DATABASE_SECRET')

for (const [name, folders] of Object.entries(schemas)) {
  const { ownerUrl } = await provisionDatabase(superuserUrl, { name, secret: databaseSecret })
  const run = await migrate(ownerUrl, folders)
  process.stdout.write(`${name}: ${run.length === 0 ? 'up to date' : `ran ${run.join(', ')}`}\n`)
}

/** From the file that `<name>_FILE` names, or the variable itself. */
function secret(name: string): string {
  const file = process.env[`${name}_FILE`]
  const value = file ? readFileSync(file, 'utf8').trim() : process.env[name]
  if (!value) throw new Error(`${name} or ${name}_FILE must be set`)
  return value
}
