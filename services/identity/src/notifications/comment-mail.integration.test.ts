import { randomUUID } from 'node:crypto'
import { streams, type UnreadCommentsMessage, unreadCommentsSubject } from '@rehearse/contracts'
import { openNats } from '@rehearse/service-kit'
import { type TestMailServer, testMailServer } from '@rehearse/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAdmin, signInAdmin, type TestAdmin } from '../testing/admins.ts'
import { mailSettings, mailTo } from '../testing/mailed.ts'
import { identityEnvironment, type RunningIdentity, startIdentity } from '../testing/start-identity.ts'

let server: TestMailServer
let identity: RunningIdentity
let root: TestAdmin
beforeAll(async () => {
  server = await testMailServer()
  identity = await startIdentity({ ...(await identityEnvironment()), ...mailSettings(server) })
  root = await signInAdmin(identity.app)
})
afterAll(async () => {
  await identity?.close()
  await server?.goAway()
})

type Data = UnreadCommentsMessage['data']

/** Publishes messages of the questions service, each twice, without the relay's deduplication. */
async function publish(...all: Data[]): Promise<void> {
  const { log } = identity.app
  const nats = openNats({ url: identity.env.NATS_URL ?? '', name: 'test', replicas: 1, log })
  nats.start()
  try {
    const [manager, js] = [await nats.manager(), await nats.jetstream()]
    const { name, subjects } = streams.questions
    await manager.streams.add({ name, subjects: [...subjects] })
    for (const data of all) {
      const message: UnreadCommentsMessage = {
        id: randomUUID(),
        type: 'UnreadComments',
        version: 1,
        occurredAt: new Date().toISOString(),
        correlationId: null,
        causationId: null,
        data,
      }
      for (const _ of [1, 2]) await js.publish(unreadCommentsSubject, JSON.stringify(message))
    }
  } finally {
    await nats.close()
  }
}

const emailOf = async ({ id }: TestAdmin) =>
  (
    await identity.database.db
      .selectFrom('admin')
      .select('email')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).email
const open = (title: string) => ({ reason: 'mention' as const, title, onlyFor: null })
const draft = (title: string, author: string) => ({ reason: 'reply' as const, title, onlyFor: { author } })

test('names what an admin hasn’t read, once, and to an author nothing that they may not read', async () => {
  const author = await newAdmin(identity.app, root, 'author')
  const reviewer = await newAdmin(identity.app, root, 'reviewer')
  const gone = await newAdmin(identity.app, root, 'author')
  await identity.database.db
    .updateTable('admin')
    .set({ is_active: false })
    .where('id', '=', gone.id)
    .execute()
  const items = [open('Closures'), draft('Theirs', 'admin_x'), draft('Own', author.id)]
  await publish(
    { account: 'nobody', items },
    { account: gone.id, items },
    { account: author.id, items: [draft('Theirs', 'admin_x')] },
    { account: author.id, items },
    { account: reviewer.id, items },
  )
  // Messages are handled in order: when the last mail is there, so are the others.
  const toReviewer = await mailTo(server, await emailOf(reviewer), 'You have 3 unread comments')
  expect(toReviewer.email.text).toContain('• Someone replied in your thread: Theirs')
  const toAuthor = await mailTo(server, await emailOf(author), 'You have 2 unread comments')
  expect(toAuthor.email.text).toContain('• Someone mentioned you: Closures')
  expect(toAuthor.email.text).toContain('https://rehearse.example/admin/notifications')
  expect(toAuthor.email.text).not.toContain('Theirs')
  for (const who of [author, reviewer]) expect(server.mailTo(await emailOf(who))).toHaveLength(1)
  expect(server.mailTo(await emailOf(gone))).toEqual([])
})
