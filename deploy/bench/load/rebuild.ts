import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AnswerSubmittedData, answerSubmittedFacts } from '@rehearse/contracts'
import { type EventTables, eventStoreMigrations, openEventLog } from '@rehearse/event-store'
import { provisionDatabase, repositoryRoot, startPostgres } from '@rehearse/local-platform'
import { messagingMigrations, migrate } from '@rehearse/service-kit'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { LoadBenchmark } from '../src/load-benchmark.ts'
import { median } from '../src/put-load.ts'

const goal = 0.25
const secret = 'only-for-this-run-and-no-longer-than-it'
const learnerCount = 1_000
const batch = { learners: 100, answers: 50 }
const day = 86_400_000
const rebuilt = ['figures', 'answers', 'activity']

/** Rebuilding read models from the log, against Postgres handing out the same rows by COPY. */
export const rebuild: LoadBenchmark = {
  name: 'rebuild',
  run: async ({ rounds, short, say, signal }) => {
    await using stack = new AsyncDisposableStack()
    const count = short ? 100_000 : 1_000_000
    const dataDir = await mkdtemp(join(tmpdir(), 'rehearse-bench-'))
    stack.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
    await chmod(dataDir, 0o711)
    const server = await startPostgres({ dataDir })
    stack.defer(server.stop)
    const { ownerUrl } = await provisionDatabase(server.url, { name: 'progress', secret })
    const own = join(repositoryRoot, 'services/progress/src/db/migrations')
    await migrate(ownerUrl, [messagingMigrations, eventStoreMigrations, own])
    const superuser = new URL(server.url)
    superuser.pathname = '/progress'
    const db = new Kysely<EventTables>({
      dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: superuser.href, max: 2 }) }),
    })
    stack.defer(() => db.destroy())
    await fill(db, count, (done) => say(`rebuild: ${done} of ${count} events`))

    const copies: number[] = []
    const builds = new Map<string, { ms: number; megabytes: number }[]>(rebuilt.map((name) => [name, []]))
    for (let round = 1; round <= Math.min(3, rounds); round += 1) {
      for (const name of rebuilt) {
        signal.throwIfAborted()
        say(`rebuild, round ${round}: ${name}`)
        copies.push(await timeOf(() => sql`copy event to program 'cat > /dev/null'`.execute(db)))
        builds.get(name)?.push(await runRebuild(name, ownerUrl))
      }
    }
    const copy = median(copies)
    const ratio = (name: string) => copy / median(builds.get(name)?.map(({ ms }) => ms) ?? [])
    const perSecond = (ms: number) => Math.round((count / ms) * 1_000).toString()
    return {
      title: `rebuilding from ${count} events`,
      rows: [
        ['', 'events a second', '× COPY', 'memory, MB'],
        ['COPY of the log', perSecond(copy), '1.00', ''],
        ...[...builds].map(([name, taken]) => [
          name,
          perSecond(median(taken.map(({ ms }) => ms))),
          ratio(name).toFixed(2),
          Math.max(...taken.map(({ megabytes }) => megabytes)).toFixed(0),
        ]),
      ],
      verdicts: rebuilt.map((name) => ({
        holds: ratio(name) >= goal,
        text: `rebuild of ${name} ${ratio(name).toFixed(2)} × COPY, goal ≥ ${goal}`,
      })),
    }
  },
}

/** Answers as the service records them, sealed with the keys of their learners. */
async function fill(db: Kysely<EventTables>, count: number, say: (done: number) => void): Promise<void> {
  const personal = Object.keys(answerSubmittedFacts.personal.shape)
  const log = openEventLog({
    catalogue: { AnswerSubmitted: { schemaVersion: 1, personal, upcasters: [] } },
    secret,
  })
  const learners = Array.from({ length: learnerCount }, () => randomUUID())
  const questions = Array.from({ length: 200 }, () => randomUUID())
  for (let done = 0; done < count; done += batch.learners * batch.answers) {
    const from = (done / batch.answers) % learnerCount
    const chosen = learners.slice(from, from + batch.learners)
    await db.transaction().execute(async (trx) => {
      const heads = await log.reader(trx).heads(chosen.map((id) => `learner-${id}`))
      await log.append(
        trx,
        chosen.map((learnerId, n) => {
          const head = heads.get(`learner-${learnerId}`)
          return {
            streamId: `learner-${learnerId}`,
            expectedVersion: head?.version ?? 0,
            wrappedKey: head?.wrappedKey ?? null,
            events: Array.from({ length: batch.answers }, (_, at) => ({
              eventId: randomUUID(),
              type: 'AnswerSubmitted',
              schemaVersion: 1,
              data: answer(learnerId, questions[(n * 7 + at * 3 + done) % questions.length] ?? '', done + at),
              metadata: { correlationId: randomUUID(), causationId: null },
            })),
          }
        }),
      )
    })
    say(done)
  }
}

function answer(learnerId: string, questionId: string, number: number): AnswerSubmittedData {
  const at = new Date(Date.UTC(2026, 0, 1) + (number % 300) * day).toISOString()
  return {
    answerId: randomUUID(),
    learnerId,
    questionId,
    questionVersion: 1,
    questionTitle: 'Four timers, one variable',
    selectedOptionIds: ['a'],
    isCorrect: number % 3 > 0,
    graded: 'server',
    timeSpent: 12,
    attempt: 1,
    difficulty: 'intermediate',
    category: `Category ${number % 12}`,
    learningPath: 'javascript-deep-dive',
    section: `Section ${number % 12}`,
    sectionId: 'closures',
    learningMode: 'free-style',
    planId: null,
    sessionId: null,
    timeZone: 'Europe/Berlin',
    answeredAt: at,
    receivedAt: at,
  }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** The command as somebody at a terminal runs it, start and exchange included. */
async function runRebuild(name: string, ownerUrl: string): Promise<{ ms: number; megabytes: number }> {
  const command = join(repositoryRoot, 'services/progress/src/ops/rebuild.ts')
  let megabytes = 0
  const ms = await timeOf(async () => {
    const child = spawn(process.execPath, [command, name], {
      env: { PATH: process.env.PATH, DATABASE_OWNER_URL: ownerUrl, PERSONAL_DATA_SECRET: secret },
      stdio: 'ignore',
    })
    const watch = setInterval(async () => {
      // Where the system tells: Linux.
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
      megabytes = Math.max(megabytes, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024)
    }, 100)
    const [code] = await once(child, 'exit')
    clearInterval(watch)
    if (code !== 0) throw new Error(`rebuild of ${name} ended with ${code}`)
  })
  return { ms, megabytes }
}
