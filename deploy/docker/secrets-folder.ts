import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { provisionDatabase } from '@rehearse/local-platform/provision'

/** The readers of secrets: users of docker-compose.yml, which have no other name. */
export const readers = {
  root: { uid: 0, gid: 0, mode: 0o400 },
  identity: { uid: 10_001, gid: 10_000, mode: 0o400 },
  questions: { uid: 10_002, gid: 10_000, mode: 0o400 },
  progress: { uid: 10_003, gid: 10_000, mode: 0o400 },
  media: { uid: 10_004, gid: 10_000, mode: 0o400 },
  gateway: { uid: 10_005, gid: 10_000, mode: 0o400 },
  nats: { uid: 10_006, gid: 10_006, mode: 0o400 },
  proxy: { uid: 10_007, gid: 10_007, mode: 0o400 },
} as const
export type Reader = keyof typeof readers

/** Secrets as files, each readable only by its reader. */
export interface SecretsFolder {
  /** Null if it is missing or empty. */
  read(name: string): Promise<string | null>
  keep(name: string, reader: Reader, secret: string): Promise<void>
  drop(name: string): Promise<void>
  /** Returns the existing secret, or creates one. */
  readOrCreate(name: string, reader: Reader, make?: () => string): Promise<string>
}

export const randomSecret = (): string => randomBytes(24).toString('base64url')

export async function openSecretsFolder(folder: string): Promise<SecretsFolder> {
  await mkdir(folder, { recursive: true })
  await chown(folder, 0, 0)
  await chmod(folder, 0o755)

  const read = (name: string) => readSecret(join(folder, name))

  const keep = async (name: string, reader: Reader, secret: string): Promise<void> => {
    const { uid, gid, mode } = readers[reader]
    const file = join(folder, name)
    // Renamed when complete, so that no partial secret is ever read.
    await writeFile(`${file}.new`, secret, { mode: 0o400 })
    await chown(`${file}.new`, uid, gid)
    await chmod(`${file}.new`, mode)
    await rename(`${file}.new`, file)
  }

  return {
    read,
    keep,
    drop: (name) => rm(join(folder, name), { force: true }),
    readOrCreate: async (name, reader, make = randomSecret) => {
      const secret = (await read(name)) ?? make()
      await keep(name, reader, secret)
      return secret
    },
  }
}

/** Null if the file is missing or empty. */
export async function readSecret(file: string): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.trim() || null
}

/** Creates every service's database and roles, with passwords derived from `database-secret`. */
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
