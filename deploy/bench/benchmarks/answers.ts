import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { LoadBenchmark } from '../src/benchmark.ts'
import { generatedQuestion } from '../src/generated-questions.ts'
import { type LoadResult, median, runClosedLoop } from '../src/load-generator.ts'
import { type World, withWorld } from '../src/world.ts'

const run = promisify(execFile)
const debianFolder = '/usr/lib/postgresql'

/**
 * Transactions per second of a script at a number of connections, with prepared statements: what Postgres alone gives.
 * @param script with pgbench's `\set` and statements; kept in `folder` for whoever wants to look
 */
async function pgbench(options: {
  url: string
  script: string
  folder: string
  connections: number
  seconds: number
}): Promise<number> {
  const file = join(options.folder, 'pgbench.sql')
  await writeFile(file, options.script)
  const { stdout } = await run(binary(), [
    ...['--no-vacuum', '--protocol=prepared', '--jobs=2', `--file=${file}`],
    ...[`--client=${options.connections}`, `--time=${options.seconds}`, options.url],
  ])
  const tps = /^tps = ([\d.]+)/m.exec(stdout)?.[1]
  if (tps === undefined) throw new Error(`pgbench said no figure:\n${stdout}`)
  return Number(tps)
}

/** `PGBENCH`, else Debian's newest, else whatever the path has. */
function binary(): string {
  if (process.env.PGBENCH) return process.env.PGBENCH
  try {
    const newest = readdirSync(debianFolder)
      .sort((a, b) => Number(a) - Number(b))
      .at(-1)
    return newest ? join(debianFolder, newest, 'bin/pgbench') : 'pgbench'
  } catch {
    return 'pgbench'
  }
}

const connections = 64
const learners = 16
const password = 'only-for-this-run'
const goals = { direct: 2, gateway: 1, tail: 3 }

/** Answers saved a second, against one plain transaction per answer by pgbench on the same server. */
export const answers: LoadBenchmark = {
  name: 'answers',
  run: async ({ rounds, seconds, say, signal }) => {
    const plain: number[] = []
    const direct: LoadResult[] = []
    const through: LoadResult[] = []
    await withWorld(async (world) => {
      say('answers: questions and learners')
      const questionIds = await makeQuestions(world, 200)
      const tokens = await signUp(world, learners)
      const yardstick = await plainTables(world)
      const save = (origin: string) =>
        runClosedLoop({
          url: `${origin}/api/progress/save`,
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          tokens,
          body: () => JSON.stringify(answerTo(questionIds)),
          connections,
          seconds,
        })
      await save(world.platform.innerUrls.progress)
      for (let round = 1; round <= rounds; round += 1) {
        signal.throwIfAborted()
        say(`answers, round ${round} of ${rounds}`)
        plain.push(await pgbench({ ...yardstick, folder: tmpdir(), connections, seconds }))
        direct.push(await save(world.platform.innerUrls.progress))
        through.push(await save(world.platform.gatewayUrl))
      }
    }, signal)
    const ratio = (results: readonly LoadResult[]) =>
      median(results.map(({ perSecond }, round) => perSecond / (plain[round] ?? Number.NaN)))
    const tail = median(through.map(({ p50, p99 }) => p99 / p50))
    const line = (name: string, results: readonly LoadResult[]) => [
      name,
      median(results.map(({ perSecond }) => perSecond)).toFixed(0),
      ratio(results).toFixed(2),
      median(results.map(({ p50 }) => p50)).toFixed(1),
      median(results.map(({ p99 }) => p99)).toFixed(1),
    ]
    return {
      title: `saving answers at ${connections} connections`,
      rows: [
        ['', 'a second', '× pgbench', 'p50 ms', 'p99 ms'],
        ['pgbench, one transaction per answer', median(plain).toFixed(0), '1.00', '', ''],
        line('at the service', direct),
        line('through the gateway', through),
      ],
      verdicts: [
        goal(
          ratio(direct) >= goals.direct,
          `at the service ${ratio(direct).toFixed(2)} × pgbench, goal ≥ ${goals.direct}`,
        ),
        goal(
          ratio(through) >= goals.gateway,
          `through the gateway ${ratio(through).toFixed(2)} × pgbench, goal ≥ ${goals.gateway}`,
        ),
        goal(tail <= goals.tail, `p99 of a save ${tail.toFixed(2)} × its p50, goal ≤ ${goals.tail}`),
      ],
    }
  },
}

const goal = (holds: boolean, text: string) => ({ holds, text })

export async function makeQuestions(world: World, count: number): Promise<string[]> {
  const questions = Array.from({ length: count }, (_, number) => generatedQuestion(number))
  const { data } = await world.write<{ data: { results: { id: string }[] } }>('/api/questions/unified', {
    isBulkImport: true,
    questions,
  })
  return data.results.map(({ id }) => id)
}

/** Tokens of so many learners: the connections answer as them by turns. */
export async function signUp(world: World, count: number): Promise<string[]> {
  const one = async () => {
    const { token } = await world.write<{ token: string }>('/api/auth/register', {
      email: `${randomUUID()}@example.org`,
      password,
      confirmPassword: password,
      name: 'Bench',
    })
    return token
  }
  const tokens: string[] = []
  while (tokens.length < count) tokens.push(...(await Promise.all(Array.from({ length: 8 }, one))))
  return tokens
}

export const answerTo = (questionIds: readonly string[]) => ({
  answerId: randomUUID(),
  questionId: questionIds[Math.floor(Math.random() * questionIds.length)],
  answer: Math.floor(Math.random() * 4),
  timeSpent: 12,
  timeZone: 'Europe/Berlin',
})

/** The least that saving an answer could be: a row in a log, and counters moved, in one transaction. */
async function plainTables({ platform }: World): Promise<{ url: string; script: string }> {
  const address = new URL(platform.postgresUrl)
  address.pathname = '/progress'
  const client = new pg.Client({ connectionString: address.href })
  await client.connect()
  await client.query(`
    create schema bench;
    create table bench.event (
      position bigint generated always as identity primary key, learner int not null, data jsonb not null);
    create table bench.counter (learner int primary key, answers int not null, points int not null);`)
  await client.end()
  // With a space after each colon: else pgbench would take what follows it for a variable.
  const data = JSON.stringify({
    ...answerTo([randomUUID()]),
    category: 'JavaScript',
    isCorrect: true,
  }).replaceAll(':', ': ')
  return {
    url: address.href,
    script: String.raw`\set learner random(1, ${learners})
begin;
insert into bench.event (learner, data) values (:learner, '${data}');
insert into bench.counter values (:learner, 1, 10)
  on conflict (learner) do update set answers = counter.answers + 1, points = counter.points + 10;
commit;
`,
  }
}
