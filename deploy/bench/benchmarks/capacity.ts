import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { serviceNames } from '@rehearse/local-platform'
import pg from 'pg'
import type { LoadBenchmark } from '../src/benchmark.ts'
import { runClosedLoop } from '../src/load-generator.ts'
import { cpuOfTree, serviceCost } from '../src/process-cost.ts'
import { type World, withWorld } from '../src/world.ts'
import { answerTo, makeQuestions, signUp } from './answers.ts'

const connections = 16
const learners = 16
const questionCount = 200
const idleMs = 5_000

/** What all of the platform has spent, and keeps. */
interface Spent {
  /** Milliseconds of processor time by process. */
  cpu: Map<string, number>
  /** Bytes of a table of progress with its indexes. */
  tables: Map<string, number>
  /** Bytes of write-ahead log, and of JetStream's streams. */
  wal: number
  streams: number
}

/** What an answer costs in every process, until all who are told of it have dealt with it, and what it leaves behind. */
export const capacity: LoadBenchmark = {
  name: 'capacity',
  run: async ({ seconds, short, say, signal }) => {
    const rows: string[][] = []
    await withWorld(async (world) => {
      await using stack = new AsyncDisposableStack()
      const sql = new pg.Client({ connectionString: databaseOf(world, 'progress') })
      await sql.connect()
      stack.defer(() => sql.end())
      say('capacity: questions and learners')
      const questionIds = await makeQuestions(world, questionCount)
      const tokens = await signUp(world, learners)
      const save = (duration: number) =>
        runClosedLoop({
          url: `${world.platform.gatewayUrl}/api/progress/save`,
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          tokens,
          body: () => JSON.stringify(answerTo(questionIds)),
          connections,
          seconds: duration,
        })
      say('capacity: warming up')
      await save(seconds)
      await untilDealtWith(world)
      say('capacity: nothing happens')
      const idle = await costOf(world, sql, () => pause(idleMs))
      say('capacity: answers')
      let accepted = 0
      const busy = await costOf(world, sql, async () => {
        accepted = (await save(short ? 3 * seconds : 5 * seconds)).accepted
        await untilDealtWith(world)
      })
      signal.throwIfAborted()
      rows.push(...perAnswer(accepted, idle, busy))
      for (const name of serviceNames) {
        const { memory } = await serviceCost(world.platform.innerUrls[name])
        rows.push([`${name}: memory of the process, MB`, (memory / 2 ** 20).toFixed(0)])
      }
    }, signal)
    return { title: 'what an answer costs', rows: [['', ''], ...rows], verdicts: [] }
  },
}

interface Cost extends Spent {
  /** Milliseconds that it took. */
  took: number
}

/** What is spent while something goes on. */
async function costOf(world: World, sql: pg.Client, work: () => Promise<void>): Promise<Cost> {
  const [before, began] = [await spent(world, sql), performance.now()]
  await work()
  const [after, took] = [await spent(world, sql), performance.now() - began]
  const more = (of: 'cpu' | 'tables') =>
    new Map([...after[of]].map(([name, total]) => [name, total - (before[of].get(name) ?? 0)]))
  return {
    took,
    cpu: more('cpu'),
    tables: more('tables'),
    wal: after.wal - before.wal,
    streams: after.streams - before.streams,
  }
}

/** What processes spend while nothing happens is no answer's. */
function perAnswer(accepted: number, idle: Cost, busy: Cost): string[][] {
  const largestFirst = (parts: [string, number][]) => parts.sort(([, a], [, b]) => b - a)
  const sum = (parts: readonly [string, number][]) => parts.reduce((total, [, each]) => total + each, 0)
  const rest = ([name, ms]: [string, number]): [string, number] => [name, ms / idle.took]
  const resting = largestFirst([...idle.cpu].map(rest))
  const share = new Map(resting)
  const cpu = largestFirst(
    [...busy.cpu].map(([name, ms]) => [name, (ms - (share.get(name) ?? 0) * busy.took) / accepted]),
  )
  const tables = largestFirst([...busy.tables].map(([name, bytes]) => [name, bytes / accepted]))
  return [
    ['answers', String(accepted)],
    ...cpu.map(([name, ms]) => [`${name}: processor time, µs`, (ms * 1_000).toFixed(0)]),
    ['all of it: processor time, µs', (sum(cpu) * 1_000).toFixed(0)],
    ['all of it while nothing happens, % of a core', (sum(resting) * 100).toFixed(1)],
    ...tables.filter(([, each]) => each >= 1).map(([name, each]) => [`${name}: bytes`, each.toFixed(0)]),
    ['all tables of progress: bytes', sum(tables).toFixed(0)],
    ['write-ahead log: bytes', (busy.wal / accepted).toFixed(0)],
    ['streams of NATS: bytes', (busy.streams / accepted).toFixed(0)],
  ]
}

async function spent(world: World, sql: pg.Client): Promise<Spent> {
  const { innerUrls, servers } = world.platform
  const cpu = new Map<string, number>()
  for (const name of serviceNames) cpu.set(name, (await serviceCost(innerUrls[name])).cpu)
  for (const [name, server] of Object.entries(servers)) cpu.set(name, cpuOfTree(server.pid))
  const { rows } = await sql.query<{ name: string; bytes: number }>(`
    select relname as name, pg_total_relation_size(oid)::float8 as bytes from pg_class
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`)
  const wal = await sql.query<{ wal: number }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal`,
  )
  return {
    cpu,
    tables: new Map(rows.map(({ name, bytes }) => [name, bytes])),
    wal: wal.rows[0]?.wal ?? Number.NaN,
    streams: await bytesOfStreams(servers.nats?.pid ?? 0),
  }
}

/** What lies in the folder that the server was told to keep its streams in. */
async function bytesOfStreams(pid: number): Promise<number> {
  const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0')
  const folder = words[words.indexOf('--store_dir') + 1] ?? ''
  let bytes = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size
  }
  return bytes
}

/** Everybody who is told of answers has heard of all of them. @throws after a minute */
async function untilDealtWith({ platform }: World): Promise<void> {
  const waiting = async () => {
    const texts = await Promise.all(
      serviceNames.map(async (name) => (await fetch(`${platform.innerUrls[name]}/metrics`)).text()),
    )
    const found = texts.join('\n').matchAll(/^(?:relay|consumer)_messages_waiting\{[^}]*\} (\d+)/gm)
    return [...found].reduce((sum, [, count]) => sum + Number(count), 0)
  }
  for (const deadline = performance.now() + 60_000; (await waiting()) > 0; ) {
    if (performance.now() > deadline) throw new Error('answers are still on their way')
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

function databaseOf({ platform }: World, name: string): string {
  return Object.assign(new URL(platform.postgresUrl), { pathname: `/${name}` }).href
}
