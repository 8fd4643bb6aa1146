import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Progress, QuestionSnapshot, SaveReply } from '@rehearse/contracts'
import { openEventLog, rebuild } from '@rehearse/event-store'
import type { TestDatabase } from '@rehearse/testing/test-database'
import { testNats } from '@rehearse/testing/test-nats'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { developmentSecret } from '../config.ts'
import { eventCatalog } from '../learner/event-catalog.ts'
import { learnerStream } from '../learner/events.ts'
import { storePathSteps } from '../question-copies/definition-repository.ts'
import { projections, shadowOf } from '../read-models/projections.ts'
import type { Db } from '../tables.ts'
import { progressDatabase } from '../testing/progress-database.ts'
import { type ProgressService, startProgressService } from '../testing/progress-service.ts'

const log = openEventLog({ catalog: eventCatalog, secret: developmentSecret })
const pathId = 'web-basics'
let database: TestDatabase
let owner: Db
let here: ProgressService
let elsewhere: ProgressService
let questions: { first: QuestionSnapshot; second: QuestionSnapshot; other: QuestionSnapshot }
let token: string
let learnerId: string

beforeAll(async () => {
  const nats = await testNats()
  database = await progressDatabase('progress_unfolded')
  owner = new Kysely({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: database.ownerUrl }) }),
  })
  here = await startProgressService(database, nats.url)
  elsewhere = await startProgressService(database, nats.url)
  questions = {
    first: await here.publishQuestion(),
    second: await here.publishQuestion(),
    other: await here.publishQuestion(),
  }
  const { first, second } = questions
  const questionIds = [first.questionId, second.questionId]
  await storePathSteps(owner, { id: pathId, steps: [{ id: 'start', title: 'Start', questionIds }] })
})
afterAll(async () => {
  await elsewhere?.close()
  await here?.close()
  await owner?.destroy()
})
beforeEach(async () => {
  learnerId = randomUUID()
  // Both replicas accept the keys published last, which are the second one's.
  token = await elsewhere.identity.token('learner', { id: learnerId })
})

async function call<Body>(at: ProgressService, path: string, body?: object): Promise<Body> {
  const reply = await fetch(`${at.url}/api/progress/${path}`, {
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  const content = await reply.json()
  expect([reply.status, content]).toEqual([200, expect.anything()])
  return content as Body
}

const midnight = Math.floor(Date.now() / 86_400_000) * 86_400_000
const answer = (question: keyof typeof questions, daysAgo: number) => ({
  answerId: randomUUID(),
  questionId: questions[question].questionId,
  questionVersion: 1,
  selectedOptionIds: ['a'],
  timeSpent: 3,
  timeZone: 'UTC',
  answeredAt: new Date(midnight - daysAgo * 86_400_000).toISOString(),
})
const save = (at: ProgressService, ...given: Parameters<typeof answer>) =>
  call<SaveReply>(at, 'save', answer(...given))
/** Waits until everything is folded. */
const read = async (at: ProgressService) => (await call<{ progress: Progress }>(at, 'get')).progress

/** From now on no replica can fold events, until the returned function is called. */
async function holdFolds(): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  await client.query('begin')
  const names = projections.map(({ name }) => name)
  await client.query('select from checkpoint where name = any($1) for update', [names])
  return () => client.end()
}

const eventsOf = async () => log.reader(owner).readStream(learnerStream(learnerId))

/** Compares a response with the read models once everything is folded, and those with a full rebuild. */
async function expectRebuilt({ progress }: SaveReply): Promise<void> {
  const folded = await read(here)
  expect(folded).toMatchObject(progress)
  const rows = async () => {
    const tables = ['learner_totals', 'learner_day', 'learner_question', 'learner_path'].map(
      async (table) => {
        const { rows } = await sql`
        select * from ${sql.table(table)} where learner_id = ${learnerId} order by 1, 2`.execute(owner)
        return rows
      },
    )
    return Promise.all(tables)
  }
  const live = await rows()
  await rebuild(log, owner, shadowOf(projections, { name: 'again', revision: '1' }))
  expect(await rows()).toEqual(live)
  expect(await read(elsewhere)).toEqual(folded)
}

test('a replica that hasn’t cached a learner continues their attempts and steps from events that no one has folded', async () => {
  await save(here, 'other', 1)
  await read(here)
  const resume = await holdFolds()
  await save(here, 'other', 0)
  await save(here, 'first', 0)
  const third = await save(elsewhere, 'other', 0)
  expect(third.result.attempt).toBe(3)
  await save(elsewhere, 'second', 0)
  const last = await save(here, 'first', 0)
  expect(last.result.attempt).toBe(2)
  expect(last.progress).toMatchObject({ totalQuestions: 6, currentStreak: 2 })
  await resume()
  const completed = (await eventsOf()).filter(({ type }) => type === 'SectionCompleted')
  expect(completed).toMatchObject([{ data: { pathId, sectionId: 'start' } }])
  await expectRebuilt(last)
})

test('a replica that hasn’t cached a learner counts the days of late answers that no one has folded', async () => {
  await save(here, 'other', 4)
  await save(here, 'other', 0)
  await read(here)
  const resume = await holdFolds()
  // As an offline queue sends them.
  const answers = [answer('other', 1), answer('other', 3), answer('other', 2)]
  const queued = await call<SaveReply>(here, 'save/batch', { answers })
  expect(queued.progress).toMatchObject({ totalQuestions: 5, currentStreak: 5 })
  const saving = save(elsewhere, 'other', 0)
  // It has to wait for the days of the late answers.
  await pause(300)
  await resume()
  const last = await saving
  expect(last.result.attempt).toBe(6)
  expect(last.progress).toMatchObject({ totalQuestions: 6, currentStreak: 5, longestStreak: 5 })
  await expectRebuilt(last)
})

test('a read at another replica waits for the learner’s own answers', async () => {
  await save(here, 'other', 0)
  await read(here)
  const resume = await holdFolds()
  await save(here, 'other', 0)
  const reading = read(elsewhere)
  await pause(300)
  await resume()
  expect((await reading).totalQuestions).toBe(2)
})
