import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { openEventLog } from '@rehearse/event-store'
import { freePort, type SupervisedService, superviseService } from '@rehearse/local-platform'
import type { TestDatabase } from '@rehearse/testing/test-database'
import { testNats } from '@rehearse/testing/test-nats'
import { waitUntilReady } from '@rehearse/testing/wait-until-ready'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { developmentSecret } from '../config.ts'
import { eventCatalog } from '../learner/event-catalog.ts'
import { answerSubmittedType, learnerStream } from '../learner/events.ts'
import type { Db } from '../tables.ts'
import { progressDatabase } from '../testing/progress-database.ts'
import { type ProgressService, startProgressService } from '../testing/progress-service.ts'

let database: TestDatabase
let db: Db
/** A separate process, started first so that its relay leads. */
let leader: SupervisedService
let leaderUrl: string
let other: ProgressService

beforeAll(async () => {
  const nats = await testNats()
  database = await progressDatabase('progress_replicas')
  db = new Kysely({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: database.superuserUrl }) }),
  })
  const port = await freePort()
  leaderUrl = `http://127.0.0.1:${port}`
  leader = superviseService({
    name: 'progress',
    entry: join(import.meta.dirname, '../main.ts'),
    cwd: import.meta.dirname,
    env: {
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      PORT: String(port),
      NATS_URL: nats.url,
      DATABASE_URL: database.databaseUrl,
      DATABASE_OWNER_URL: database.ownerUrl,
    },
  })
  await vi.waitFor(async () => expect(await relays()).toEqual(['leads']))
  other = await startProgressService(database, nats.url)
  await waitUntilReady(leaderUrl, { deadlineMs: 90_000 })
})
afterAll(async () => {
  await other?.close()
  await leader?.stop()
  await db?.destroy()
})

/** The role of each replica's relay. */
async function relays(): Promise<string[]> {
  const client = new pg.Client({ connectionString: database.superuserUrl })
  await client.connect()
  const { rows } = await client.query<{ state: string }>(`
    select case when exists (
        select from pg_locks where pg_locks.pid = activity.pid and locktype = 'advisory' and granted)
      then 'leads' else 'stands by' end as state
    from pg_stat_activity activity
    where datname = current_database() and application_name = 'progress-relay' order by 1`)
  await client.end()
  return rows.map(({ state }) => state)
}

test('counts each answer of a learner once and publishes it once, in log order, when two processes save concurrently', async () => {
  const learnerId = randomUUID()
  const question = await other.publishQuestion()
  const token = await other.identity.token('learner', { id: learnerId })
  const save = async (url: string, answerId: string) => {
    const reply = await fetch(`${url}/api/progress/save`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        answerId,
        questionId: question.questionId,
        questionVersion: 1,
        selectedOptionIds: ['a'],
        timeSpent: 3,
      }),
    })
    await reply.text()
    return reply.status
  }
  /** Retries until the answer is acknowledged, as a client does: 409 means a lost race. */
  const saveAtLast = async (url: string, answerId: string) => {
    for (;;) {
      const status = await save(url, answerId).catch(() => 503)
      if (status === 200) return
      expect([409, 503]).toContain(status)
    }
  }
  const given = Array.from({ length: 60 }, () => randomUUID())
  await Promise.all(given.flatMap((id) => [saveAtLast(leaderUrl, id), saveAtLast(other.url, id)]))

  expect(await relays()).toEqual(['leads', 'stands by'])
  const more = Array.from({ length: 60 }, () => randomUUID())
  const answering = Promise.all(more.map((id) => saveAtLast(other.url, id)))
  process.kill(leader.pid ?? 0, 'SIGKILL')
  await answering

  const recorded = await recordedAnswers(learnerId)
  expect(recorded.toSorted()).toEqual([...given, ...more].toSorted())
  await expect.poll(heard).toEqual(recorded)
  const total = async () => {
    const totals = db
      .selectFrom('learner_totals')
      .select('total_questions')
      .where('learner_id', '=', learnerId)
    return (await totals.executeTakeFirst())?.total_questions
  }
  // Read models follow the log.
  await expect.poll(total).toBe(120)
})

async function recordedAnswers(learnerId: string): Promise<string[]> {
  const log = openEventLog({ catalog: eventCatalog, secret: developmentSecret })
  const events = await log.reader(db).readStream(learnerStream(learnerId))
  return events
    .filter(({ type }) => type === answerSubmittedType)
    .map(({ data }) => (data as { answerId: string }).answerId)
}

async function heard(): Promise<string[]> {
  const messages = (await other.heard('progress.answer.submitted.v2')) as { answerId: string }[]
  return messages.map(({ answerId }) => answerId)
}
