import { randomBytes } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'
import { hashSync } from 'bcrypt'
import { type NatsUser, natsUsers, permissionsOf } from './nats-permissions.ts'
import { readSecret } from './secret-file.ts'

/** By what a service, or an operator, is known to the server. */
export interface NatsCredential {
  user: string
  password: string
}
export type NatsCredentials = Readonly<Record<NatsUser, NatsCredential>>
export type NatsUrls = Readonly<Record<NatsUser, string>>

/** What the server knows of a user: nothing that opens anything. */
export interface KnownNatsUser {
  role: NatsUser
  user: string
  hash: string
}

/** Names differ each time, so that the server can know two users of a service while its credentials are exchanged. */
export const newNatsCredentials = (): NatsCredentials =>
  byUser((role) => ({
    user: `${role}-${randomBytes(4).toString('hex')}`,
    password: randomBytes(24).toString('base64url'),
  }))

/** What of them the server is told. */
export const knownNatsUsers = (credentials: NatsCredentials): KnownNatsUser[] =>
  natsUsers.map((role) => knownNatsUser(role, credentials[role]))

export const knownNatsUser = (role: NatsUser, { user, password }: NatsCredential): KnownNatsUser => ({
  role,
  user,
  // Stretching is for passwords that can be guessed; these are 192 random bits, and each connection would wait for it.
  hash: hashSync(password, 4),
})

/** The server's configuration by which it knows them, and lets each do what its service does. */
export function natsAuthorization(users: readonly KnownNatsUser[]): string {
  const entries = users.map(({ role, user, hash }) => {
    const permissions = permissionsOf(role)
    const known = { user, password: hash, ...(permissions && { permissions }) }
    return `    ${JSON.stringify(known)}`
  })
  return `authorization {\n  users: [\n${entries.join('\n')}\n  ]\n}\n`
}

/**
 * Each user's address of the server.
 * @param url without a user, or with one that stands for all
 * @param credentials none where the server asks for none
 */
export const natsUrls = (url: string, credentials?: NatsCredentials): NatsUrls =>
  byUser((role) => {
    const credential = credentials?.[role]
    if (credential === undefined || hasUser.test(url)) return url
    return url.replace('://', `://${credential.user}:${credential.password}@`)
  })

const hasUser = /^[^,]*:\/\/[^,/]*@/

/** Reads the credentials of an installation from a file that only its owner may read; makes them the first time. */
export async function natsCredentialsFile(file: string): Promise<NatsCredentials> {
  const known = await readSecret(file)
  if (known) return JSON.parse(known)
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, JSON.stringify(newNatsCredentials()), { mode: 0o600 })
  await rename(unfinished, file)
  return natsCredentialsFile(file)
}

const byUser = <T>(make: (user: NatsUser) => T): Record<NatsUser, T> =>
  Object.fromEntries(natsUsers.map((user) => [user, make(user)])) as Record<NatsUser, T>
