import type { LoadResult } from '../../load/generator.ts'
import type { LoadBenchmark } from '../src/benchmark.ts'
import { fillLog, storeQuestions } from '../src/fill-databases.ts'
import { serverCost, serviceCost } from '../src/process-cost.ts'
import { openProgressWorld, type ProgressWorld } from '../src/progress-world.ts'
import { median } from '../src/statistics.ts'
import { saveRepeatedly } from './answers.ts'

const goal = 1.2
const connections = 64
const learners = 16
interface Measured extends LoadResult {
  /** Per answer: microseconds of processor time of the service and the server, pages, and bytes of WAL. */
  service: number
  server: number
  buffers: number
  wal: number
}

/**
 * The cost of an answer with a long log compared with a short one: two services, each with its own servers, in turn.
 * Measured in processor time, since all other metrics include other load on the machine.
 */
export const growth: LoadBenchmark = {
  name: 'growth',
  run: async ({ rounds, seconds, short, say, signal }) => {
    await using stack = new AsyncDisposableStack()
    const sizes = short ? [100_000, 2_000_000] : [100_000, 10_000_000]
    const logs = []
    for (const size of sizes) logs.push(await openLog(stack, size, say))
    // The first round warms up and doesn't count.
    for (let round = 0; round <= rounds; round += 1) {
      for (const log of logs) {
        signal.throwIfAborted()
        say(`growth: ${log.size} events, round ${round} of ${rounds}`)
        const result = await save(log, seconds)
        if (round > 0) log.measured.push(result)
      }
    }
    const of = ({ measured }: Log, figure: keyof Measured) => median(measured.map((result) => result[figure]))
    const [less = Number.NaN, more = Number.NaN] = logs.map((log) => of(log, 'service') + of(log, 'server'))
    const ratio = more / less
    return {
      title: 'saving answers into a long log',
      rows: [
        ['events', 'answers/s', 'p50 ms', 'p99 ms', 'service µs', 'Postgres µs', 'pages', 'WAL bytes'],
        ...logs.map((log) => [
          String(log.size),
          of(log, 'perSecond').toFixed(0),
          of(log, 'p50').toFixed(1),
          of(log, 'p99').toFixed(1),
          of(log, 'service').toFixed(0),
          of(log, 'server').toFixed(0),
          of(log, 'buffers').toFixed(0),
          of(log, 'wal').toFixed(0),
        ]),
      ],
      verdicts: [
        {
          holds: ratio <= goal,
          text: `an answer costs ${ratio.toFixed(2)} × as much processor time, goal ≤ ${goal}`,
        },
      ],
    }
  },
}

/** A service with a log of that size. */
interface Log {
  size: number
  world: ProgressWorld
  tokens: string[]
  questionIds: string[]
  measured: Measured[]
}

async function openLog(stack: AsyncDisposableStack, size: number, say: (what: string) => void): Promise<Log> {
  const world = await openProgressWorld(stack)
  await fillLog(world.sql, {
    size,
    secret: world.env.PERSONAL_DATA_SECRET ?? '',
    say: (done) => say(`growth: ${done} of ${size} events`),
  })
  const token = () => world.identity.token('learner', { expiresIn: 36_000 })
  return {
    size,
    world,
    tokens: await Promise.all(Array.from({ length: learners }, token)),
    questionIds: await storeQuestions(world.sql, 200),
    measured: [],
  }
}

async function save({ world, tokens, questionIds }: Log, seconds: number): Promise<Measured> {
  const { url, sql } = world
  const spent = async () => ({ service: await serviceCost(url), server: await serverCost(sql) })
  const before = await spent()
  const result = await saveRepeatedly(url, { tokens, questionIds, connections, seconds })
  const after = await spent()
  const each = (total: number) => total / result.accepted
  return {
    ...result,
    service: each((after.service.cpu - before.service.cpu) * 1_000),
    server: each((after.server.cpu - before.server.cpu) * 1_000),
    buffers: each(after.server.buffers - before.server.buffers),
    wal: each(after.server.wal - before.server.wal),
  }
}
