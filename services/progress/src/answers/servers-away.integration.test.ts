import { randomUUID } from 'node:crypto'
import type { QuestionSnapshot } from '@rehearse/contracts'
import {
  findNatsServer,
  type NatsServer,
  type PostgresServer,
  provisionDatabase,
  startNats,
  startPostgres,
} from '@rehearse/local-platform'
import { temporaryFolder } from '@rehearse/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type ProgressService, startProgressService } from '../testing/progress-service.ts'

const folders: { path: string; remove(): Promise<void> }[] = []
let postgres: PostgresServer
let nats: NatsServer
let service: ProgressService
let question: QuestionSnapshot
let token: string

/** As in production: an acknowledged write is on disk. */
const startDatabase = (port?: number) =>
  startPostgres({ dataDir: folders[0]?.path ?? '', ...(port && { port }) })
const startMessaging = async (port?: number) =>
  startNats({ dataDir: folders[1]?.path ?? '', program: await findNatsServer(), ...(port && { port }) })

beforeAll(async () => {
  folders.push(await temporaryFolder(), await temporaryFolder())
  postgres = await startDatabase()
  nats = await startMessaging()
  const database = await provisionDatabase(postgres.url, { name: 'progress', secret: 'of this test' })
  service = await startProgressService({ ...database, superuserUrl: postgres.url }, nats.url)
  question = await service.publishQuestion()
  token = await service.identity.token('learner', { id: randomUUID() })
  await vi.waitFor(async () => expect(await save(randomUUID())).toBe(200))
})
afterAll(async () => {
  await service?.close()
  await nats?.stop()
  await postgres?.stop()
  for (const folder of folders) await folder.remove()
})

/** The status of the response. */
async function save(answerId: string): Promise<number> {
  const reply = await send(answerId, question.questionId)
  await reply.text()
  return reply.status
}
async function send(answerId: string, questionId: string): Promise<Response> {
  return fetch(`${service.url}/api/progress/save`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ answerId, questionId, selectedOptionIds: ['a'], timeSpent: 3 }),
  })
}
const ids = (count: number) => Array.from({ length: count }, () => randomUUID())
const total = async () => {
  const reply = await fetch(`${service.url}/api/progress/get`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return ((await reply.json()) as { progress: { totalQuestions: number } }).progress.totalQuestions
}

test('rejects answers while Postgres is down, and saves them after it recovers', async () => {
  const before = await total()
  for (const round of [1, 2, 3]) {
    await postgres.stop()
    // Concurrently and in sequence: neither a group nor a lost connection may wait until Postgres is back.
    expect(new Set(await Promise.all(ids(20).map((id) => save(id))))).toEqual(new Set([503]))
    const given = ids(5)
    for (const id of given) expect(await save(id)).toBe(503)
    postgres = await startDatabase(postgres.port)
    for (const id of given) await expect.poll(() => save(id), { interval: 50 }).toBe(200)
    expect(await total()).toBe(before + 5 * round)
  }
})

test('keeps every acknowledged answer and counts none twice when killed while saving', async () => {
  const before = await total()
  const given = ids(200)
  const answered = Promise.allSettled(given.map((id) => save(id)))
  await postgres.kill()
  const acknowledged = (await answered).filter(
    (one) => one.status === 'fulfilled' && one.value === 200,
  ).length
  postgres = await startDatabase(postgres.port)
  await expect.poll(total).toBeGreaterThanOrEqual(before + acknowledged)
  for (const id of given) expect(await save(id)).toBe(200)
  expect(await total()).toBe(before + given.length)
})

test('saves answers while NATS is down, and publishes them once and in order after it recovers', async () => {
  await expect.poll(() => heard().then((all) => all.length)).toBe(await total())
  const before = await heard()
  await nats.stop()
  const given = ids(30)
  for (const id of given) expect(await save(id)).toBe(200)
  // Before the question is known here, the service can't tell whether it exists.
  const unknown = await send(randomUUID(), randomUUID())
  expect([unknown.status, ((await unknown.json()) as { code: string }).code]).toEqual([
    503,
    'question_unknown_yet',
  ])
  nats = await startMessaging(nats.port)
  await expect.poll(heard).toEqual([...before, ...given])
})

async function heard(): Promise<string[]> {
  const messages = (await service.heard('progress.answer.submitted.v2')) as { answerId: string }[]
  return messages.map(({ answerId }) => answerId)
}
