import { changeSuperuserPassword } from '@rehearse/local-platform/provision'
import { rotateNatsUsers } from './nats-access.ts'
import {
  openSecretsFolder,
  provisionDatabases,
  type Reader,
  randomSecret,
  type SecretsFolder,
  superuserUrl,
} from './secrets-folder.ts'

/*
 * `docker-compose run --rm setup node deploy/docker/rotate.ts <secret>`: replaces a secret that the platform
 * generated. docs/operations.md says what has to be restarted afterwards.
 */
const sealing = { 'key-encryption-secret': 'identity', 'personal-data-secret': 'progress' } as const

const rotations: Readonly<Record<string, (secrets: SecretsFolder) => Promise<void>>> = {
  postgres: rotateSuperuser,
  databases: async (secrets) => {
    await secrets.keep('database-secret', 'root', randomSecret())
    await provisionDatabases(secrets)
  },
  nats: rotateNatsUsers,
  ...Object.fromEntries(
    Object.entries(sealing).flatMap(([name, reader]) => [
      [name, (secrets: SecretsFolder) => replaceSealing(secrets, name, reader)],
      [`forget-${name}-previous`, (secrets: SecretsFolder) => secrets.keep(`${name}-previous`, reader, '')],
    ]),
  ),
}

const { SECRETS_DIR: secretsDir } = process.env
const [what = ''] = process.argv.slice(2)
const rotate = rotations[what]
if (!secretsDir || rotate === undefined) {
  process.stderr.write(`Usage: rotate.ts ${Object.keys(rotations).join(' | ')}\n`)
  process.exit(2)
}
await rotate(await openSecretsFolder(secretsDir))
process.stdout.write(`${what}: done\n`)

async function rotateSuperuser(secrets: SecretsFolder): Promise<void> {
  const password = randomSecret()
  await changeSuperuserPassword(await superuserUrl(secrets), password)
  await secrets.keep('postgres-password', 'root', password)
}

/** Data sealed with the last secret must be resealed before there can be a third one. */
async function replaceSealing(secrets: SecretsFolder, name: string, reader: Reader): Promise<void> {
  const present = await secrets.read(name)
  if (present === null) throw new Error(`there is no ${name}`)
  if (await secrets.read(`${name}-previous`)) {
    throw new Error(`${name} was rotated before: finish that first, then run forget-${name}-previous`)
  }
  await secrets.keep(`${name}-previous`, reader, present)
  await secrets.keep(name, reader, randomSecret())
}
