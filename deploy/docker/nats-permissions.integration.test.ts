import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream'
import { connect, type NatsConnection, PermissionViolationError } from '@nats-io/transport-node'
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
import {
  type NatsServer,
  type NatsUrls,
  type NatsUser,
  natsUrls,
  natsUsers,
  newNatsCredentials,
  startNats,
} from '@rehearse/local-platform'
import { ask, type Nats, openNats, publishKeySet, watchKeySet } from '@rehearse/service-kit'
import { watchRevocations } from '@rehearse/service-kit/auth/token-checks'
import { natsServers } from '@rehearse/service-kit/messaging/nats'
import { silentLog as log } from '@rehearse/service-kit/testing/silent-log'
import { type TemporaryFolder, temporaryFolder } from '@rehearse/testing'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { publishKeySetOnChange } from '../../services/identity/src/keys/publish-key-set.ts'
import { openNatsStorage } from '../../services/media/src/storage/nats-storage.ts'

const owners = Object.keys(streams) as StreamOwner[]
const services = natsUsers.filter((user) => user !== 'ops')
const consumers = Object.entries(durableConsumers)
const keyStream = `KV_${keySetLocation.bucket}`
const keySubject = `$KV.${keySetLocation.bucket}.${keySetLocation.key}`
const keys = { keys: [{ kty: 'OKP', crv: 'Ed25519', x: 'x', kid: 'genuine', alg: 'EdDSA', use: 'sig' }] }

let folder: TemporaryFolder
let server: NatsServer
let urls: NatsUrls
let manager: JetStreamManager
const opened: Partial<Record<NatsUser, Nats>> = {}
const closing: (() => Promise<unknown>)[] = []

/** Connected like the service itself. */
const service = (name: NatsUser) => opened[name] as Nats

/** Connected like an attacker who has taken over the service. */
async function intruder(user: NatsUser): Promise<NatsConnection> {
  const connection = await connect({ ...natsServers(urls[user]), inboxPrefix: `_INBOX.${user}` })
  closing.push(() => connection.close())
  return connection
}

const storedKeys = async () =>
  (await manager.streams.getMessage(keyStream, { last_by_subj: keySubject }))?.string()

beforeAll(async () => {
  folder = await temporaryFolder()
  const credentials = newNatsCredentials()
  server = await startNats({ dataDir: folder.path, credentials })
  urls = natsUrls(`nats://127.0.0.1:${server.port}`, credentials)
  for (const name of services) {
    const nats = openNats({
      url: urls[name],
      name,
      replicas: 1,
      log,
      ...(name !== 'gateway' && { owns: name }),
    })
    opened[name] = nats
    nats.start()
    closing.push(() => nats.close())
  }
  await Promise.all(services.map((name) => service(name).connection))
  manager = await jetstreamManager(await intruder('ops'))
  await publishKeySet(service('identity'), keys as never)
  for (const bucket of Object.values(mediaBuckets)) await openNatsStorage(service('media'), bucket).prepare()
})
afterAll(async () => {
  for (const close of closing.reverse()) await close()
  await server.stop()
  await folder.remove()
})

describe('allowed: what a service does', () => {
  test.each(owners)('%s publishes its events', async (owner) => {
    const js = await service(owner).jetstream()
    const stored = await js.publish(`${owner}.something.happened.v1`, '{}')
    expect(stored.stream).toBe(streams[owner].name)
  })

  test.each(consumers)('%s reads repeatedly', async (name, { by, from, subject }) => {
    const stream = streams[from].name
    const example = subject.replace(/[*>]/g, 'example')
    const js = await service(from).jetstream()
    const own = await service(by).manager()
    const config = { durable_name: name, filter_subject: subject, ack_policy: 'explicit' } as const
    for (const max_ack_pending of [10, 20]) {
      await own.consumers
        .add(stream, { ...config, max_ack_pending })
        .catch(() => own.consumers.update(stream, name, { ...config, max_ack_pending }))
      await js.publish(example, 'for it')
      const consumer = await own.jetstream().consumers.get(stream, name)
      const message = await consumer.next()
      expect(await message?.ackAck()).toBe(true)
    }
    expect((await own.consumers.info(stream, name)).num_ack_pending).toBe(0)
  })

  test.each(serviceRequests)('$by requests $subject from $of', async ({ by, of, subject }) => {
    const subscription = (await service(of).connection).subscribe(subject, {
      queue: 'repliers',
      callback: (_error, message) => void message.respond(JSON.stringify({ from: of })),
    })
    await (await service(of).connection).flush()
    expect(await ask(service(by), subject, {}, 60_000)).toEqual({ from: of })
    subscription.unsubscribe()
  })

  test.each(services)('%s follows the keys and the ended sessions', async (name) => {
    const known = watchKeySet(service(name), log)
    const revoked: string[] = []
    const revocations = watchRevocations(service(name), { revokeSession: (id) => void revoked.push(id) }, log)
    await vi.waitFor(() => Promise.all([known.check(), revocations.check()]))
    const sessionId = randomUUID()
    const message = {
      id: randomUUID(),
      type: 'SessionEnded',
      version: 1,
      occurredAt: new Date().toISOString(),
      correlationId: null,
      causationId: null,
      data: { sessionId, subjectId: randomUUID() },
    }
    await (await service('identity').jetstream()).publish(
      identitySubjects.sessionEnded,
      JSON.stringify(message),
    )
    await vi.waitFor(() => expect(revoked).toContain(sessionId))
    known.stop()
    revocations.stop()
  })

  test("gateways receive each other's messages, and every event", async () => {
    const [one, other] = await Promise.all([intruder('gateway'), intruder('gateway')])
    const heard: string[] = []
    for (const subject of [gatewayChangeSubject, 'questions.>', 'progress.>', 'identity.>', 'media.>'])
      one.subscribe(subject, { callback: (_error, message) => void heard.push(message.subject) })
    await one.flush()
    other.publish(gatewayChangeSubject, '{}')
    await other.flush()
    await (await service('media').jetstream()).publish('media.heard', '{}')
    await vi.waitFor(() => expect(heard.sort()).toEqual([gatewayChangeSubject, 'media.heard']))
  })

  test('media stores files', async () => {
    const storage = openNatsStorage(service('media'), mediaBuckets.images)
    const file = join(folder.path, 'file')
    await writeFile(file, 'a sound')
    await storage.put('one', file)
    await storage.check()
    expect(await text(await storage.read('one', { start: 0, end: 6 }))).toBe('a sound')
    const names: string[] = []
    for await (const { name } of storage.list()) names.push(name)
    expect(names).toEqual(['one'])
    expect(await storage.removeFragments(new Date())).toBe(0)
    await storage.remove('one')
    expect(await storage.has('one')).toBe(false)
  })
})

/** Everything that an attacker could publish to do harm. */
const harmful = [
  ...owners.flatMap((owner) => [`${owner}.something.v1`, `service.${owner}.something`]),
  ...serviceRequests.map(({ subject }) => subject),
  ...services.flatMap((user) => [`_INBOX.${user}.guessed`, replySubject(user, 'guessed')]),
  keySubject,
  `$KV.${keySetLocation.bucket}.another`,
  '$O.media_audio.C.piece',
  '$O.media_images.C.piece',
  gatewayChangeSubject,
  '$SYS.REQ.SERVER.PING',
  '$JS.API.STREAM.LIST',
  '$JS.API.STREAM.NAMES',
  '$JS.API.STREAM.CREATE.ANOTHER',
  ...[
    ...owners.map((owner) => streams[owner].name),
    keyStream,
    'OBJ_media_audio',
    'OBJ_media_images',
  ].flatMap((stream) => [
    ...['CREATE', 'UPDATE', 'DELETE', 'PURGE', 'MSG.DELETE', 'MSG.GET', 'SNAPSHOT', 'RESTORE'].map(
      (request) => `$JS.API.STREAM.${request}.${stream}`,
    ),
    `$JS.API.STREAM.LEADER.STEPDOWN.${stream}`,
    `$JS.API.STREAM.PEER.REMOVE.${stream}`,
    `$JS.API.DIRECT.GET.${stream}`,
    `$JS.API.DIRECT.GET.${stream}.anything`,
    `$JS.API.CONSUMER.LIST.${stream}`,
    `$JS.API.CONSUMER.NAMES.${stream}`,
    `$JS.API.CONSUMER.CREATE.${stream}`,
    `$JS.API.CONSUMER.CREATE.${stream}.another`,
    `$JS.API.CONSUMER.CREATE.${stream}.another.anything`,
    `$JS.API.CONSUMER.DURABLE.CREATE.${stream}.another`,
    `$JS.ACK.${stream}.another.1.1.1.1.1`,
  ]),
  ...consumers.flatMap(([name, { from, subject }]) => [
    `$JS.API.CONSUMER.CREATE.${streams[from].name}.${name}.${subject.replace(/[*>]/g, 'example')}`,
    `$JS.API.CONSUMER.CREATE.${streams[from].name}.${name}.${identitySubjects.sessionEnded}`,
    `$JS.API.CONSUMER.DURABLE.CREATE.${streams[from].name}.${name}`,
    `$JS.API.CONSUMER.MSG.NEXT.${streams[from].name}.${name}`,
    `$JS.API.CONSUMER.INFO.${streams[from].name}.${name}`,
    `$JS.API.CONSUMER.DELETE.${streams[from].name}.${name}`,
    `$JS.ACK.${streams[from].name}.${name}.1.1.1.1.1`,
  ]),
]

/** The part that is the service's own; written out here, so that an extra permission is noticed. */
const own: Record<(typeof services)[number], (string | RegExp)[]> = {
  gateway: [gatewayChangeSubject],
  identity: [
    'identity.something.v1',
    keySubject,
    '$JS.API.STREAM.CREATE.IDENTITY',
    `$JS.API.STREAM.CREATE.${keyStream}`,
    /^service\.(questions|progress|media)\.privacy\.export$/,
    /^\$JS\.(API\.CONSUMER\.(CREATE|MSG\.NEXT|INFO)|ACK)\.\w+\.identity-(?!.*session\.ended)/,
  ],
  questions: [
    'questions.something.v1',
    '$JS.API.STREAM.CREATE.QUESTIONS',
    /^reply\.(progress|media|identity)\.guessed$/,
    'service.progress.reserved-questions',
    /^\$JS\.(API\.CONSUMER\.(CREATE|MSG\.NEXT|INFO)|ACK)\.\w+\.questions-(?!.*session\.ended)/,
    '$JS.API.CONSUMER.CREATE.IDENTITY.questions-erasures.identity.session.ended.v1',
  ],
  progress: [
    'progress.something.v1',
    '$JS.API.STREAM.CREATE.PROGRESS',
    /^service\.questions\.(replay|lookup)$/,
    /^reply\.(questions|identity)\.guessed$/,
    /^\$JS\.(API\.CONSUMER\.(CREATE|MSG\.NEXT|INFO)|ACK)\.\w+\.progress-(?!.*session\.ended)/,
    /^\$JS\.API\.CONSUMER\.CREATE\.IDENTITY\.progress-(erasures|time-zones)\.identity\.session\.ended\.v1$/,
  ],
  media: [
    'media.something.v1',
    '$JS.API.STREAM.CREATE.MEDIA',
    'service.questions.lookup',
    'reply.identity.guessed',
    'service.questions.image-uses',
    '$O.media_audio.C.piece',
    '$O.media_images.C.piece',
    /^\$JS\.API\.STREAM\.(CREATE|PURGE|MSG\.GET)\.OBJ_media_(audio|images)$/,
    /^\$JS\.(API\.CONSUMER\.(CREATE|MSG\.NEXT|INFO)|ACK)\.\w+\.media-(?!.*session\.ended)/,
    '$JS.API.CONSUMER.CREATE.IDENTITY.media-erasures.identity.session.ended.v1',
  ],
}

const isOwn = (user: (typeof services)[number], subject: string) =>
  own[user].some((pattern) => (typeof pattern === 'string' ? pattern === subject : pattern.test(subject)))

describe('forbidden: what belongs to another service', () => {
  test.each(services)(
    '%s can publish, request from JetStream and acknowledge only its own messages',
    async (user) => {
      const connection = await intruder(user)
      const refused = deniedSubjects(connection)
      // Skips allowed subjects, which would affect the other tests.
      const forbidden = [...new Set(harmful)].filter((subject) => !isOwn(user, subject))
      for (const subject of forbidden) connection.publish(subject, 'forged')
      await connection.flush()
      await vi.waitFor(() => expect(forbidden.filter((subject) => !refused.has(subject))).toEqual([]))
    },
  )

  test.each(services)('%s receives only its own messages', async (user) => {
    const connection = await intruder(user)
    const refused = deniedSubjects(connection)
    const forbidden = [
      ...['>', '*.>', '_INBOX.>', 'reply.>', 'reply.*.*', 'service.>', '$KV.>', '$O.>', '$JS.>', '$SYS.>'],
      ...services
        .filter((other) => other !== user)
        .flatMap((other) => [`_INBOX.${other}.>`, `reply.${other}.*`]),
      ...owners.filter((other) => other !== user).map((other) => `service.${other}.>`),
      ...(user === 'gateway' ? [] : owners.map((owner) => `${owner}.>`)),
      ...(user === 'gateway' ? [] : [gatewayChangeSubject]),
    ]
    for (const subject of forbidden) connection.subscribe(subject, { callback: () => {} })
    await connection.flush()
    await vi.waitFor(() => expect(forbidden.filter((subject) => !refused.has(subject))).toEqual([]))
  })

  test('a client without a password, or with a wrong one, is rejected', async () => {
    const servers = `127.0.0.1:${server.port}`
    for (const as of [{}, { user: 'ops', pass: 'ops' }, { ...natsServers(urls.ops), pass: 'wrong' }])
      await expect(connect({ servers, maxReconnectAttempts: 0, ...as })).rejects.toThrow(/[Aa]uthorization/)
  })

  test.each(services.filter((user) => user !== 'identity'))(
    'the keys stay identity’s, however %s has the server deliver',
    async (user) => {
      const connection = await intruder(user)
      const forged = JSON.stringify({ keys: [{ ...keys.keys[0], kid: 'forged' }] })
      const before = await storedKeys()
      expect(before).toContain('genuine')
      const stream = user === 'gateway' ? 'QUESTIONS' : streams[user].name
      connection.publish(`${user}.evil.v1`, forged)
      connection.publish(keySubject, forged)
      const consumer = { deliver_subject: keySubject, ack_policy: 'none', filter_subject: `${user}.evil.v1` }
      const requests = {
        [`CONSUMER.CREATE.${stream}.evil.${user}.evil.v1`]: {
          stream_name: stream,
          config: { ...consumer, name: 'evil' },
        },
        [`CONSUMER.CREATE.${stream}`]: { stream_name: stream, config: consumer },
        [`STREAM.UPDATE.${stream}`]: {
          name: stream,
          subjects: [`${user}.>`],
          republish: { src: `${user}.evil.v1`, dest: keySubject },
        },
      }
      for (const [request, body] of Object.entries(requests))
        connection.publish(`$JS.API.${request}`, JSON.stringify(body))
      for (const [name, { from }] of consumers)
        connection.publish(`$JS.API.CONSUMER.MSG.NEXT.${streams[from].name}.${name}`, '1', {
          reply: keySubject,
        })
      await connection.flush()
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect(await storedKeys()).not.toContain('forged')
    },
  )
})

test('identity replaces keys that a forged reply has overwritten', async () => {
  const closing = new AbortController()
  publishKeySetOnChange({
    nats: service('identity'),
    publicSet: () => keys as never,
    log,
    signal: closing.signal,
  })
  const last = async () => (await manager.streams.info(keyStream)).state.last_seq
  const before = await last()
  const connection = await intruder('media')
  await vi.waitFor(async () => {
    // The server's permissions don't cover the subjects of its replies.
    connection.publish('media.something.v1', '{}', { reply: keySubject })
    await connection.flush()
    expect(await last()).toBeGreaterThan(before + 1)
  })
  await vi.waitFor(async () => expect(await storedKeys()).toContain('genuine'))
  closing.abort()
})

/** The subjects that the server has denied so far. */
function deniedSubjects(connection: NatsConnection): Set<string> {
  const refused = new Set<string>()
  const follow = async () => {
    for await (const status of connection.status())
      if (status.type === 'error' && status.error instanceof PermissionViolationError)
        refused.add(status.error.subject)
  }
  void follow()
  return refused
}
