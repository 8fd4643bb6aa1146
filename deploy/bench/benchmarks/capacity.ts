import { setTimeout as pause } from 'node:timers/promises'
import { serviceNames } from '@rehearse/local-platform'
import pg from 'pg'
import type { LoadBenchmark } from '../src/benchmark.ts'
import { type Cost, costOf, databaseOf, waitUntilHandled } from '../src/platform-cost.ts'
import { serviceCost } from '../src/process-cost.ts'
import { withWorld } from '../src/world.ts'
import { makeQuestions, saveRepeatedly, signUp } from './answers.ts'

const connections = 16
const learners = 16
const questionCount = 200
const idleMs = 5_000

/** The cost of an answer in every process, until all consumers have processed it, and the storage that it uses. */
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
        saveRepeatedly(world.platform.gatewayUrl, { tokens, questionIds, connections, seconds: duration })
      say('capacity: warming up')
      await save(seconds)
      await waitUntilHandled(world)
      say('capacity: idle')
      const idle = await costOf(world, sql, () => pause(idleMs))
      say('capacity: answers')
      let accepted = 0
      const busy = await costOf(world, sql, async () => {
        accepted = (await save(short ? 3 * seconds : 5 * seconds)).accepted
        await waitUntilHandled(world)
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

/** The cost of idle processes isn't counted as the cost of an answer. */
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
    ['total: processor time, µs', (sum(cpu) * 1_000).toFixed(0)],
    ['total while idle, % of a core', (sum(resting) * 100).toFixed(1)],
    ...tables.filter(([, each]) => each >= 1).map(([name, each]) => [`${name}: bytes`, each.toFixed(0)]),
    ['all tables of progress: bytes', sum(tables).toFixed(0)],
    ['write-ahead log: bytes', (busy.wal / accepted).toFixed(0)],
    ['NATS streams: bytes', (busy.streams / accepted).toFixed(0)],
  ]
}
