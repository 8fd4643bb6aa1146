import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { natsCredentialsFile } from '@rehearse/local-platform'
import { knownNatsUsers, natsAuthorization } from '@rehearse/local-platform/nats-access'
import { fail, readSettings } from './settings.ts'

/**
 * `npm run -s nats:users > users.conf`: what a NATS server of your own includes in its configuration, so that it knows
 * the services of this data folder (`DATA_DIR`), and lets each do what is its own.
 */
try {
  const { dataDir } = readSettings()
  await mkdir(dataDir, { recursive: true, mode: 0o711 })
  const file = join(dataDir, 'nats-credentials')
  process.stdout.write(natsAuthorization(knownNatsUsers(await natsCredentialsFile(file))))
  process.stderr.write(`Their passwords are in ${file}\n`)
} catch (error) {
  fail(error)
}
