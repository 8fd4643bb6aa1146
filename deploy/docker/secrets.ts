import { lchown, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { writeNatsAccess } from './nats-access.ts'
import { openSecretsFolder, type Reader, randomSecret, readers, readSecret } from './secrets-folder.ts'

/**
 * Runs first, on each `up`: creates missing secrets, takes over the operator's own, and sets the owner of each file
 * and volume.
 */
const { SECRETS_DIR: secretsDir, GIVEN_SECRETS_DIR: givenDir } = process.env
if (!secretsDir || !givenDir) throw new Error('SECRETS_DIR and GIVEN_SECRETS_DIR must be set')

/** Services are configured with these files whether or not they have content: an empty file means no secret. */
const given: Readonly<Record<string, Reader>> = {
  'smtp-url': 'identity',
  'google-client-secret': 'identity',
  'github-client-secret': 'identity',
  'vapid-private-key': 'identity',
  'issues-token': 'questions',
  'openai-api-key': 'questions',
}

const secrets = await openSecretsFolder(secretsDir)
const givenSecret = (name: string) => readSecret(join(givenDir, name))

// Without this file, an old installation has the password that all installations shared, until it is rotated.
const isFromBefore = (await secrets.read('database-secret')) !== null
const firstPassword = (await givenSecret('postgres-password')) ?? (isFromBefore ? 'rehearse' : randomSecret())
await secrets.readOrCreate('postgres-password', 'root', () => firstPassword)

await secrets.readOrCreate('database-secret', 'root')
await secrets.readOrCreate('key-encryption-secret', 'identity')
await secrets.readOrCreate('personal-data-secret', 'progress')
await secrets.readOrCreate('key-encryption-secret-previous', 'identity', () => '')
await secrets.readOrCreate('personal-data-secret-previous', 'progress', () => '')
await writeNatsAccess(secrets)
for (const [name, reader] of Object.entries(given)) {
  await secrets.keep(name, reader, (await givenSecret(name)) ?? '')
}

await handOver('/nats', readers.nats)
await handOver('/storage', readers.media)
await handOver('/certificates', readers.proxy)

/** Gives a volume with all its files to its user: files of older versions and of restores belong to root. */
async function handOver(volume: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  const entries = await readdir(volume, { recursive: true })
  for (const path of [volume, ...entries.map((entry) => join(volume, entry))]) {
    const { uid: present } = await lstat(path)
    if (present !== uid) await lchown(path, uid, gid)
  }
}
