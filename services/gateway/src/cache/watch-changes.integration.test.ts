import { type NatsServer, startNats } from '@rehearse/local-platform'
import { type Nats, openNats } from '@rehearse/service-kit'
import { type TemporaryFolder, temporaryFolder } from '@rehearse/testing'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ChangeWatch, watchChanges } from './watch-changes.ts'

const soon = { interval: 20 }
const { log } = Fastify()
let folder: TemporaryFolder
let server: NatsServer
let nats: Nats
let watch: ChangeWatch
let changes = 0

beforeEach(async () => {
  folder = await temporaryFolder()
  server = await startNats({ dataDir: folder.path })
  nats = openNats({ url: server.url, name: 'test', replicas: 1, log })
  nats.start()
  const onChange = () => {
    changes += 1
  }
  watch = watchChanges(nats, 'questions.>', onChange, log)
  await vi.waitUntil(() => watch.isCurrent(), soon)
  changes = 0
})
afterEach(async () => {
  watch.stop()
  await nats.close()
  await server.stop()
  await folder.remove()
})

test('notices messages under the subject, and no others', async () => {
  const connection = await nats.connection
  connection.publish('progress.answer.submitted.v1', '{}')
  connection.publish('questions.question.revised.v1', '{}')
  await vi.waitFor(() => expect(changes).toBe(1), soon)
})

test("a server that is down or hangs isn't trusted, and its return counts as a change", async () => {
  process.kill(server.pid, 'SIGSTOP')
  try {
    await vi.waitUntil(() => !watch.isCurrent(), soon)
  } finally {
    process.kill(server.pid, 'SIGCONT')
  }
  await vi.waitUntil(() => watch.isCurrent(), soon)
  await server.stop()
  await vi.waitUntil(() => !watch.isCurrent(), soon)
  changes = 0
  server = await startNats({ dataDir: folder.path, port: server.port })
  await vi.waitUntil(() => watch.isCurrent(), soon)
  expect(changes).toBeGreaterThan(0)
})
