import { parseArgs } from 'node:util'
import { adminResetPage, DomainError } from '@rehearse/contracts'
import { ConfigError, databaseConfig, openDatabase, readConfig } from '@rehearse/service-kit'
import Fastify from 'fastify'
import { normalizeEmail } from '../passwords/normalize-email.ts'
import type { Tables } from '../tables.ts'
import { resetAdminAsOperator } from './password.ts'

/*
 * `npm run ops -- reset-admin <email> [--remove-second-factor]`, with identity's DATABASE_URL: resets the only
 * super admin, who has lost the password or the second factor. Prints the path of the page that sets a new password.
 */

const usage = 'Usage: DATABASE_URL=postgres://… npm run ops -- reset-admin <email> [--remove-second-factor]'

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'remove-second-factor': { type: 'boolean', default: false } },
  })
  const [email] = positionals
  if (email === undefined) throw new Error(usage)
  const { DATABASE_URL: url } = readConfig(databaseConfig)
  const database = openDatabase<Tables>({ url, name: 'reset-admin', poolSize: 1, log: Fastify().log })
  try {
    const removeSecondFactor = values['remove-second-factor']
    const token = await resetAdminAsOperator(database.db, {
      email: normalizeEmail(email),
      removeSecondFactor,
    })
    process.stdout.write(
      `All sessions of ${email} have ended. This page of your site sets a new password, once, within 24 hours:\n` +
        `${adminResetPage}#token=${token}\n`,
    )
  } finally {
    await database.close()
  }
} catch (error) {
  const text = error instanceof ConfigError ? `${error.message}\n\n${usage}` : String(error)
  process.stderr.write(`${error instanceof DomainError ? error.message : text}\n`)
  process.exitCode = 1
}
