import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { QuestionSnapshot } from '@rehearse/contracts'
import { openEventLog } from '@rehearse/event-store'
import type { TestDatabase } from '@rehearse/testing/test-database'
import { testNats } from '@rehearse/testing/test-nats'
import fc from 'fast-check'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { eraseLearner } from '../accounts/repository.ts'
import { developmentSecret } from '../config.ts'
import { addDays } from '../learner/days.ts'
import { eventCatalog } from '../learner/event-catalog.ts'
import { learnerStream } from '../learner/events.ts'
import { ReadModels } from '../read-models/follow-log.ts'
import type { Db, ProgressTables } from '../tables.ts'
import { answerEvent } from '../testing/answer-event.ts'
import { progressDatabase } from '../testing/progress-database.ts'
import { type ProgressService, startProgressService } from '../testing/progress-service.ts'
import { operations } from './operations.ts'

const log = openEventLog({ catalog: eventCatalog, secret: developmentSecret })
const soon = { interval: 10 }
let database: TestDatabase
let services: ProgressService[]
let questions: QuestionSnapshot[]
let db: Db
/** With the role of an operator. */
let ownerDb: Db
let owner: pg.Client

beforeAll(async () => {
  const nats = await testNats()
  database = await progressDatabase('progress_ops')
  const first = await startProgressService(database, nats.url)
  services = [first, await startProgressService(database, nats.url)]
  questions = await Promise.all(
    ['HTML', 'CSS', 'JavaScript'].map((category) => first.publishQuestion({ category, sectionId: 'basics' })),
  )
  await first.publishBadge({ badgeId: 'five', rule: { measure: 'answers', atLeast: 5 } })
  db = new Kysely({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: database.databaseUrl }) }),
  })
  ownerDb = new Kysely({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: database.ownerUrl }) }),
  })
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await Promise.all([db.destroy(), ownerDb.destroy()])
  for (const service of services) await service.close()
})

/** Starts a command as in a terminal. */
function start(command: 'rebuild', ...given: string[]): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, 'run.ts'), command, ...given], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_OWNER_URL: database.ownerUrl,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}
async function runInTerminal(
  ...given: Parameters<typeof start>
): Promise<{ code: number; out: string; err: string }> {
  const child = start(...given)
  const [[code], out, err] = await Promise.all([
    once(child, 'exit'),
    text(child.stdout as NodeJS.ReadableStream),
    text(child.stderr as NodeJS.ReadableStream),
  ])
  return { code, out, err }
}

/** The same within this process. */
async function run(command: 'rebuild' | 'verify' | 'shadow', ...given: string[]) {
  const operation = { log, db: ownerDb, secrets: { secret: developmentSecret } }
  const { text, exitCode } = (await operations[command]?.(operation, given, silent)) ?? {}
  return { code: exitCode, out: text }
}
const silent = { isTTY: false, write: () => true }

const commands = fc.sample(
  fc.oneof(
    {
      weight: 12,
      arbitrary: fc.record({ kind: fc.constant('answer' as const), day: fc.integer({ min: 0, max: 20 }) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('reset' as const), day: fc.constant(0) }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('retention' as const), day: fc.integer({ min: 0, max: 15 }) }),
    },
  ),
  120,
)

/**
 * Learners who answer, on time and late, reset their progress and choose a retention, at both replicas concurrently.
 * @param count of their commands
 */
async function chaos(count = 24): Promise<string[]> {
  const learnerIds = Array.from({ length: 4 }, () => randomUUID())
  const today = new Date().toISOString().slice(0, 10)
  await Promise.all(
    commands.slice(0, count).map(async ({ kind, day }, n) => {
      const learnerId = learnerIds[n % learnerIds.length] as string
      const question = questions[n % questions.length] as QuestionSnapshot
      const service = services[n % services.length] as ProgressService
      const token = await (services[1] as ProgressService).identity.token('learner', { id: learnerId })
      const path = { reset: 'reset', answer: 'save', retention: 'reviews/settings' }[kind]
      const body =
        kind === 'retention'
          ? { retention: 80 + day }
          : kind === 'reset'
            ? { scope: (['all', 'section'] as const)[n % 2], ...(n % 2 === 1 && { id: 'HTML' }) }
            : {
                answerId: randomUUID(),
                questionId: question.questionId,
                questionVersion: 1,
                selectedOptionIds: [n % 3 === 0 ? 'b' : 'a'],
                timeSpent: 1 + n,
                timeZone: ['Asia/Tokyo', 'America/New_York'][n % 2],
                answeredAt: `${addDays(today, -1 - day)}T12:00:00.000Z`,
              }
      for (;;) {
        const reply = await fetch(`${service.url}/api/progress/${path}`, {
          method: kind === 'retention' ? 'PUT' : 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
        if (reply.status === 200) return
        // A client that lost every race, or whose read models are behind on a busy machine, is asked to retry.
        const { code } = (await reply.json()) as { code: string }
        expect([
          [409, 'expected_version_mismatch'],
          [503, 'read_models_behind'],
        ]).toContainEqual([reply.status, code])
      }
    }),
  )
  // Rows that a test changes before their last event is folded would be written again.
  await vi.waitFor(() => new ReadModels(db, log).reachEnd())
  return learnerIds
}

describe('verify', () => {
  test('finds no difference after random concurrent commands and an erasure', async () => {
    const [erased] = await chaos(commands.length)
    await db.transaction().execute((trx) => eraseLearner(trx, erased as string))
    expect(await run('verify')).toMatchObject({ code: 0, out: 'No difference.' })
    const { rows } = await owner.query(`select to_regnamespace('verify')::text as left`)
    expect(rows).toEqual([{ left: null }])
  })

  test('reports a changed row by learner and column, which a rebuild repairs', async () => {
    const [, learnerId] = await chaos()
    await owner.query('update learner_totals set points = points + 3 where learner_id = $1', [learnerId])
    const found = await run('verify')
    expect(found.code).toBe(1)
    expect(found.out).toContain('learner_totals: 1 rows of 1 learners differ (points in 1)')
    expect(found.out).toMatch(new RegExp(`${learnerId}: points is \\d+ and should be \\d+`))
    expect(await run('rebuild', 'activity')).toMatchObject({
      code: 0,
      out: 'Rebuilt activity, and put in place.',
    })
    expect(await run('verify')).toMatchObject({ code: 0 })
  })
})

describe('shadow', () => {
  test('compares the shadow, and drops or promotes it', async () => {
    const [, learnerId] = await chaos()
    const rows = async () =>
      (await owner.query('select from learner_question where learner_id = $1', [learnerId])).rowCount
    await owner.query('delete from learner_question where learner_id = $1', [learnerId])
    const compared = await run('shadow', 'questions')
    expect(compared).toMatchObject({ code: 0, out: expect.stringContaining(`${learnerId}: lacks`) })
    expect(await run('shadow', 'questions', 'drop')).toMatchObject({ code: 0 })
    expect(await rows()).toBe(0)
    expect(await run('shadow', 'questions', 'promote')).toMatchObject({ code: 0 })
    expect((await run('verify')).code).toBe(0)
  })
})

describe('rebuild', () => {
  test('prints the usage for an unknown projection or without a database URL', async () => {
    expect(await runInTerminal('rebuild', 'nonsense')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/There is no projection nonsense\.\s[\s\S]*activity, achievements/),
    })
    expect(await runInTerminal('rebuild')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Which projection?'),
    })
  })

  test('leaves everything unchanged when killed midway, and resumes on the next run while answers arrive', async () => {
    await fill(6_000)
    await owner.query('update learner_question set answered = 999999 where answered = 6000')
    const wrong = async () =>
      (await owner.query('select from learner_question where answered = 999999')).rowCount
    // A reader of the table keeps the rebuild from finishing before it is killed.
    await owner.query('begin; lock table learner_question in access share mode')
    const child = start('rebuild', 'all')
    const exited = once(child, 'exit')
    await expect.poll(() => placeOf('rebuild_all'), soon).toBeGreaterThan(0)
    child.kill('SIGKILL')
    await exited
    await owner.query('rollback')
    expect(await wrong()).toBe(1)
    const [{ code, out, err }] = await Promise.all([runInTerminal('rebuild', 'all'), chaos(60)])
    expect([code, out], err).toEqual([0, 'Rebuilt all, and put in place.\n'])
    expect(err).toMatch(/100 %, event \d+ of \d+, done/)
    expect(await placeOf('rebuild_all')).toBe(0)
    expect(await wrong()).toBe(0)
    expect(await run('verify')).toMatchObject({ code: 0 })
  })
})

async function placeOf(shadow: string): Promise<number> {
  const { rows } = await owner.query('select to_regclass($1) as place', [`${shadow}.shadow_place`])
  if (rows[0].place === null) return 0
  return Number((await owner.query(`select position from ${shadow}.shadow_place`)).rows[0].position)
}

/** Records this many answers of another learner, as a service does. */
async function fill(count: number): Promise<void> {
  const learnerId = randomUUID()
  const streamId = learnerStream(learnerId)
  for (let done = 0; done < count; done += 2_000) {
    const events = Array.from({ length: 2_000 }, (_, n) =>
      answerEvent({
        learnerId,
        answeredAt: `2026-11-${String(1 + (n % 20)).padStart(2, '0')}T12:00:00.000Z`,
      }),
    )
    await db.transaction().execute(async (trx) => {
      const wrappedKey =
        (await log.reader<ProgressTables>(trx).heads([streamId])).get(streamId)?.wrappedKey ?? null
      await log.append(trx, [{ streamId, expectedVersion: done, wrappedKey, events }])
    })
  }
  await new ReadModels(db, log).reachEnd()
}
