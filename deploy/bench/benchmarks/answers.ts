import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { unlimited } from '@rehearse/testing/unlimited'
import pg from 'pg'
import { type LoadResult, repeatRequest } from '../../load/generator.ts'
import type { GoalResult, LoadBenchmark, LoadOptions } from '../src/benchmark.ts'
import { generatedQuestion } from '../src/generated-questions.ts'
import { costOf, databaseOf, waitUntilHandled } from '../src/platform-cost.ts'
import { median } from '../src/statistics.ts'
import { type World, withWorld } from '../src/world.ts'

const run = promisify(execFile)
const debianFolder = '/usr/lib/postgresql'

/**
 * Transactions per second of a script at a number of connections, with prepared statements: the limit of Postgres
 * alone.
 * @param script with pgbench's `\set` and statements; stays in `folder` for inspection
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
  if (tps === undefined) throw new Error(`pgbench reported no result:\n${stdout}`)
  return Number(tps)
}

/** `PGBENCH`, or else Debian's newest version, or else pgbench from the PATH. */
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
const learnerCounts = [16, 1_000]
const password = 'only-for-this-run'
/** Answers sent before measuring, so that code is compiled and statements are planned for tables with rows. */
const warmUp = 20_000
/** Direct and gateway rates as shares of pgbench's; tail and drain in milliseconds; WAL bytes per answer. */
const goals = { direct: 0.8, gateway: 0.45, tail: 3, drain: 2_000, wal: 3_584 }

/** Load on one URL, and everything the platform spends until each reader and consumer has processed it. */
interface Measured extends LoadResult {
  /** Microseconds of processor time per answer, of the platform and of the load generator next to it. */
  cpu: number
  generator: number
  parts: Map<string, number>
  /** Bytes of write-ahead log per answer. */
  wal: number
  /** Milliseconds from the end of the load until all queues are empty. */
  drain: number
}

/** Answers saved per second, compared with one plain transaction per answer by pgbench on the same server. */
export const answers: LoadBenchmark = {
  name: 'answers',
  run: async ({ rounds, seconds, say, signal }) => {
    const rows: string[][] = []
    const verdicts: GoalResult[] = []
    const env = { identity: { ...unlimited, NODE_ENV: 'test', PASSWORD_COST: '4' }, gateway: unlimited }
    for (const learners of learnerCounts) {
      await withWorld(
        async (world) => {
          const report = await measureWith(world, { learners, rounds, seconds, say, signal })
          rows.push(...report.rows)
          verdicts.push(...report.verdicts)
        },
        signal,
        { env },
      )
    }
    return { title: `saving answers at ${connections} connections`, rows, verdicts }
  },
}

interface Settings extends Pick<LoadOptions, 'rounds' | 'seconds' | 'say' | 'signal'> {
  learners: number
}

async function measureWith(world: World, { learners, rounds, seconds, say, signal }: Settings) {
  const name = `answers of ${learners} learners`
  await using stack = new AsyncDisposableStack()
  const sql = new pg.Client({ connectionString: databaseOf(world, 'progress') })
  await sql.connect()
  stack.defer(() => sql.end())
  say(`${name}: questions and learners`)
  const questionIds = await makeQuestions(world, 200)
  const tokens = await signUp(world, learners)
  const yardstick = await plainTables(world)
  const save = (origin: string) => saveRepeatedly(origin, { tokens, questionIds, connections, seconds })
  const measure = async (origin: string): Promise<Measured> => {
    let result: LoadResult | undefined
    let drain = Number.NaN
    const cost = await costOf(world, sql, async () => {
      result = await save(origin)
      drain = await waitUntilHandled(world)
    })
    if (result === undefined) throw new Error('nothing was measured')
    const { accepted, generatorCpu } = result
    const parts = new Map([...cost.cpu].map(([part, ms]) => [part, (ms * 1_000) / accepted]))
    const cpu = [...parts.values()].reduce((sum, each) => sum + each, 0)
    return { ...result, cpu, generator: generatorCpu / accepted, parts, wal: cost.wal / accepted, drain }
  }
  const { progress } = world.platform.innerUrls
  say(`${name}: warming up`)
  for (let saved = 0; saved < warmUp; ) saved += (await save(progress)).accepted
  await save(world.platform.gatewayUrl)
  await waitUntilHandled(world)
  const plain: number[] = []
  const direct: Measured[] = []
  const through: Measured[] = []
  for (let round = 1; round <= rounds; round += 1) {
    signal.throwIfAborted()
    say(`${name}, round ${round} of ${rounds}`)
    plain.push(await pgbench({ ...yardstick, folder: tmpdir(), connections, seconds: Math.max(4, seconds) }))
    direct.push(await measure(progress))
    through.push(await measure(world.platform.gatewayUrl))
  }
  const ratio = (results: readonly LoadResult[]) =>
    median(results.map(({ perSecond }, round) => perSecond / (plain[round] ?? Number.NaN)))
  const line = (label: string, results: readonly Measured[]) => {
    const of = (figure: (result: Measured) => number, digits = 0) =>
      median(results.map(figure)).toFixed(digits)
    return [
      label,
      of(({ perSecond }) => perSecond),
      ratio(results).toFixed(2),
      of(({ p50 }) => p50, 1),
      of(({ p99 }) => p99, 1),
      of(({ cpu }) => cpu),
      of(({ generator }) => generator),
      of(({ wal }) => wal),
      of(({ drain }) => drain),
    ]
  }
  const partOf = (results: readonly Measured[], part: string) =>
    median(results.map(({ parts }) => parts.get(part) ?? 0)).toFixed(0)
  const parts = [...(direct[0]?.parts.keys() ?? [])].map((part) => [
    `  ${part}`,
    partOf(direct, part),
    partOf(through, part),
  ])
  const tail = median(direct.map(({ p50, p99 }) => p99 / p50))
  const drain = Math.max(...direct.map((result) => result.drain))
  const wal = median(direct.map((result) => result.wal))
  return {
    rows: [
      [name, 'per second', '× pgbench', 'p50 ms', 'p99 ms', 'µs', 'generator µs', 'WAL bytes', 'drained ms'],
      ['pgbench, one transaction per answer', median(plain).toFixed(0), '1.00'],
      line('at the service', direct),
      line('through the gateway', through),
      ['processor time per answer, µs', 'service', 'gateway'],
      ...parts,
    ],
    verdicts: [
      goal(
        ratio(direct) >= goals.direct,
        `${name}: at the service ${ratio(direct).toFixed(2)} × pgbench, goal ≥ ${goals.direct}`,
      ),
      goal(
        ratio(through) >= goals.gateway,
        `${name}: through the gateway ${ratio(through).toFixed(2)} × pgbench, goal ≥ ${goals.gateway}`,
      ),
      goal(tail <= goals.tail, `${name}: p99 of a save ${tail.toFixed(2)} × its p50, goal ≤ ${goals.tail}`),
      goal(
        drain <= goals.drain,
        `${name}: everything processed after ${drain.toFixed(0)} ms, goal ≤ ${goals.drain}`,
      ),
      goal(wal <= goals.wal, `${name}: ${wal.toFixed(0)} bytes of write-ahead log, goal ≤ ${goals.wal}`),
    ],
  }
}

const goal = (holds: boolean, text: string): GoalResult => ({ holds, text })

export async function makeQuestions(world: World, count: number): Promise<string[]> {
  const questions = Array.from({ length: count }, (_, number) => generatedQuestion(number))
  const { data } = await world.write<{ data: { results: { id: string }[] } }>('/api/questions/unified', {
    isBulkImport: true,
    questions,
  })
  return data.results.map(({ id }) => id)
}

/** Signs up this many learners and returns their tokens, which requests use in turn. */
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

const answerTo = (questionIds: readonly string[]) => ({
  answerId: randomUUID(),
  questionId: questionIds[Math.floor(Math.random() * questionIds.length)],
  answer: Math.floor(Math.random() * 4),
  timeSpent: 12,
  timeZone: 'Europe/Berlin',
})

interface Saving {
  tokens: readonly string[]
  questionIds: readonly string[]
  connections: number
  seconds: number
}

/** Saves answers to random questions by the learners in turn. */
export const saveRepeatedly = (
  origin: string,
  { tokens, questionIds, connections, seconds }: Saving,
): Promise<LoadResult> =>
  repeatRequest({
    url: `${origin}/api/progress/save`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    tokens,
    body: () => JSON.stringify(answerTo(questionIds)),
    connections,
    seconds,
  })

/** The minimum work of saving an answer: a row in a log and updated counters, in one transaction. */
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
  // With a space after each colon: otherwise pgbench would take the next word for a variable.
  const data = JSON.stringify({
    ...answerTo([randomUUID()]),
    category: 'JavaScript',
    isCorrect: true,
  }).replaceAll(':', ': ')
  return {
    url: address.href,
    script: String.raw`\set learner random(1, 16)
begin;
insert into bench.event (learner, data) values (:learner, '${data}');
insert into bench.counter values (:learner, 1, 10)
  on conflict (learner) do update set answers = counter.answers + 1, points = counter.points + 10;
commit;
`,
  }
}
