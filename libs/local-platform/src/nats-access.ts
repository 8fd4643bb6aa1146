import { randomBytes } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'
import {
  durableConsumers,
  gatewayChangeSubject,
  identitySubjects,
  keySetLocation,
  mediaBuckets,
  replySubject,
  type StreamOwner,
  serviceRequests,
  streams,
} from '@rehearse/contracts'
import { hashSync } from 'bcrypt'
import { readSecret } from './secret-file.ts'

/** Users of the NATS server: one per service, and one for operators with all rights. */
export const natsUsers = ['gateway', 'identity', 'questions', 'progress', 'media', 'ops'] as const
export type NatsUser = (typeof natsUsers)[number]

interface Permissions {
  publish: { allow: string[]; deny: string[] }
  subscribe: { allow: string[] }
}

/**
 * The subjects that a user may publish and subscribe to, including requests to JetStream; null for all.
 *
 * The server sends replies and deliveries to any subject that a request names, without checking whether the client
 * may publish there. So no service may read its own messages (create a consumer on its stream, update the stream's
 * configuration, get a raw message): it could make the server publish them elsewhere.
 */
function permissionsOf(user: NatsUser): Permissions | null {
  if (user === 'ops') return null
  const consumers = Object.entries(durableConsumers)
  const own = consumers.filter(([, { by }]) => by === user)
  const others = consumers.filter(([, { by }]) => by !== user)
  const asked = serviceRequests.filter(({ by }) => by === user)
  const askers = new Set(serviceRequests.filter(({ of }) => of === user).map(({ by }) => by))
  return {
    publish: {
      allow: [
        '$JS.API.INFO',
        ...(user === 'gateway' ? [gatewayChangeSubject] : ownStream(user)),
        ...own.flatMap(([name, { from, subject }]) => durable(streams[from].name, name, subject)),
        ...endedSessions,
        ...keySet,
        ...(user === 'identity' ? ownKeySet : []),
        ...(user === 'media' ? ownFiles : []),
        ...asked.map(({ subject }) => subject),
        ...[...askers].map((asker) => replySubject(asker, '*')),
      ],
      // Except for the reader of ended sessions, whose name is random, other users' consumers are off limits.
      deny: others.flatMap(([name, { from }]) =>
        from === 'identity' ? consumerRequests(streams.identity.name, name, '>') : [],
      ),
    },
    subscribe: {
      allow: [
        `_INBOX.${user}.>`,
        replySubject(user, '*'),
        ...(user === 'gateway'
          ? [...Object.values(streams).flatMap(({ subjects }) => subjects), gatewayChangeSubject]
          : [`service.${user}.>`]),
      ],
    },
  }
}

/** Created if missing, never updated: a stream's configuration can name a subject for republishing. */
const ownStream = (owner: StreamOwner): string[] => {
  const { name, subjects } = streams[owner]
  return [...subjects, `$JS.API.STREAM.CREATE.${name}`, `$JS.API.STREAM.INFO.${name}`]
}

const consumerRequests = (stream: string, name: string, filter: string): string[] => [
  `$JS.API.CONSUMER.CREATE.${stream}.${name}.${filter}`,
  `$JS.API.CONSUMER.INFO.${stream}.${name}`,
  `$JS.API.CONSUMER.MSG.NEXT.${stream}.${name}`,
]

const durable = (stream: string, name: string, filter: string): string[] => [
  ...consumerRequests(stream, name, filter),
  `$JS.ACK.${stream}.${name}.>`,
]

/** Every process follows them with its own consumer, which has a random name. */
const endedSessions = [
  `$JS.API.STREAM.INFO.${streams.identity.name}`,
  ...consumerRequests(streams.identity.name, '*', identitySubjects.sessionEnded),
]

const keyStream = `KV_${keySetLocation.bucket}`
const keySubject = `$KV.${keySetLocation.bucket}.${keySetLocation.key}`
const keySet = [
  `$JS.API.STREAM.INFO.${keyStream}`,
  `$JS.API.CONSUMER.CREATE.${keyStream}.*.${keySubject}`,
  `$JS.API.CONSUMER.INFO.${keyStream}.*`,
  `$JS.API.CONSUMER.DELETE.${keyStream}.*`,
  `$JS.FC.${keyStream}.>`,
]
const ownKeySet = [keySubject, `$JS.API.STREAM.CREATE.${keyStream}`]

const ownFiles = Object.values(mediaBuckets).flatMap((bucket) => [
  `$O.${bucket}.>`,
  ...['CREATE', 'INFO', 'PURGE', 'MSG.GET'].map((request) => `$JS.API.STREAM.${request}.OBJ_${bucket}`),
])

/** The credentials of a service or an operator. */
export interface NatsCredential {
  user: string
  password: string
}
export type NatsCredentials = Readonly<Record<NatsUser, NatsCredential>>
export type NatsUrls = Readonly<Record<NatsUser, string>>

/** The server's record of a user, which contains only a hash of the password. */
export interface KnownNatsUser {
  role: NatsUser
  user: string
  hash: string
}

/** Names are new each time, so that the server can have two users per service while credentials are rotated. */
export const newNatsCredentials = (): NatsCredentials =>
  byUser((role) => ({
    user: `${role}-${randomBytes(4).toString('hex')}`,
    password: randomBytes(24).toString('base64url'),
  }))

/** The records that the server needs. */
export const knownNatsUsers = (credentials: NatsCredentials): KnownNatsUser[] =>
  natsUsers.map((role) => knownNatsUser(role, credentials[role]))

export const knownNatsUser = (role: NatsUser, { user, password }: NatsCredential): KnownNatsUser => ({
  role,
  user,
  // A slow hash protects guessable passwords; these have 192 random bits, and each connection would pay for it.
  hash: hashSync(password, 4),
})

/** The server's configuration with these users and the permissions of their services. */
export function natsAuthorization(users: readonly KnownNatsUser[]): string {
  const entries = users.map(({ role, user, hash }) => {
    const permissions = permissionsOf(role)
    const known = { user, password: hash, ...(permissions && { permissions }) }
    return `    ${JSON.stringify(known)}`
  })
  return `authorization {\n  users: [\n${entries.join('\n')}\n  ]\n}\n`
}

/**
 * The server's URL for each user.
 * @param url without a user, or with one for all
 * @param credentials none if the server requires none
 */
export const natsUrls = (url: string, credentials?: NatsCredentials): NatsUrls =>
  byUser((role) => {
    const credential = credentials?.[role]
    if (credential === undefined || hasUser.test(url)) return url
    return url.replace('://', `://${credential.user}:${credential.password}@`)
  })

const hasUser = /^[^,]*:\/\/[^,/]*@/

/** Reads an installation's credentials from a file that only its owner can read; creates it the first time. */
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
