import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { natsCredentialsFile } from '@rehearse/local-platform'
import { knownNatsUsers, natsAuthorization } from '@rehearse/local-platform/nats-access'
import { fail, readSettings } from './settings.ts'

/**
 * `npm run -s ops -- nats-users > users.conf`: the users to include in your own NATS server's configuration, with the
 * permissions of this data folder's services (`DATA_DIR`).
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
