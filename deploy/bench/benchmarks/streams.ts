import { randomUUID } from 'node:crypto'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { LoadBenchmark } from '../src/benchmark.ts'
import { timing } from '../src/benchmark.ts'
import { storeQuestions } from '../src/fill-databases.ts'
import { serviceCost } from '../src/process-cost.ts'
import { openProgressWorld, type ProgressWorld } from '../src/progress-world.ts'

const streamCount = 5_000
/** The maximum number of open streams per learner. */
const perLearner = 20
const opening = 100
const idleMs = 5_000
const goals = { change: 200, perStream: 100 }

interface Learner {
  token: string
  streams: ReceivedStream[]
}

/** One process with this many open streams: their cost, and how soon a change reaches all tabs of a learner. */
export const streams: LoadBenchmark = {
  name: 'streams',
  run: async ({ short, say, signal }) => {
    await using stack = new AsyncDisposableStack()
    const world = await openProgressWorld(stack)
    const [questionId = ''] = await storeQuestions(world.sql, 1)
    const { url } = world
    const before = await settled(url)
    const learners = await openAll(world, (open) => say(`streams: ${open} of ${streamCount} open`))
    stack.defer(() => {
      for (const { streams: open } of learners) for (const stream of open) stream.close()
    })
    const opened = await settled(url)
    say('streams: idle')
    const [cpuBefore, began] = [(await serviceCost(url)).cpu, performance.now()]
    await pause(idleMs)
    const idle = ((await serviceCost(url)).cpu - cpuBefore) / (performance.now() - began)
    const took: number[] = []
    for (let turn = 0; turn < (short ? 50 : 200); turn += 1) {
      signal.throwIfAborted()
      say(`streams: change ${turn}`)
      took.push(...(await change(url, questionId, learners[(turn * 7) % learners.length] as Learner)))
    }
    const changes = took.sort((a, b) => a - b)
    const p99 = changes[Math.ceil(changes.length * 0.99) - 1] ?? Number.NaN
    const kilobytes = (opened.memory - before.memory) / streamCount / 1_024
    return {
      title: `${streamCount} open streams of ${learners.length} learners`,
      rows: [
        ['', ''],
        ['memory of the process before, MB', (before.memory / 2 ** 20).toFixed(0)],
        ['and with all of them, MB', (opened.memory / 2 ** 20).toFixed(0)],
        ['kB a stream', kilobytes.toFixed(1)],
        ['processor time while nothing happens, % of a core', (idle * 100).toFixed(1)],
        ['from a save to the change on a tab, ms, p50', timing(changes).p50.toFixed(1)],
        ['p95', timing(changes).p95.toFixed(1)],
        ['p99', p99.toFixed(1)],
      ],
      verdicts: [
        {
          holds: p99 <= goals.change,
          text: `a change arrives after ${p99.toFixed(0)} ms at p99, goal ≤ ${goals.change}`,
        },
        {
          holds: kilobytes <= goals.perStream,
          text: `a stream takes ${kilobytes.toFixed(0)} kB, goal ≤ ${goals.perStream}`,
        },
      ],
    }
  },
}

async function openAll({ url, identity }: ProgressWorld, say: (open: number) => void): Promise<Learner[]> {
  const learners = await Promise.all(
    Array.from(
      { length: streamCount / perLearner },
      async (): Promise<Learner> => ({
        token: await identity.token('learner', { expiresIn: 3_600 }),
        streams: [],
      }),
    ),
  )
  const wanted = learners.flatMap((learner) => Array.from({ length: perLearner }, () => learner))
  for (let open = 0; open < wanted.length; open += opening) {
    say(open)
    await Promise.all(
      wanted.slice(open, open + opening).map(async (learner) => {
        learner.streams.push(await openStream(`${url}/api/progress/stream`, learner.token))
      }),
    )
  }
  return learners
}

/** One save; milliseconds from its start until it has reached each stream of that learner. */
async function change(url: string, questionId: string, { token, streams: open }: Learner): Promise<number[]> {
  const received = open.map((stream) => stream.next())
  const begun = performance.now()
  const reply = await fetch(`${url}/api/progress/save`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      answerId: randomUUID(),
      questionId,
      answer: 0,
      timeSpent: 12,
      timeZone: 'Europe/Berlin',
    }),
  })
  if (!reply.ok) throw new Error(`a save returned ${reply.status}: ${await reply.text()}`)
  return (await Promise.all(received)).map((at) => at - begun)
}

/** After a pause for garbage collection. */
async function settled(url: string): Promise<{ memory: number }> {
  await pause(2_000)
  return serviceCost(url)
}

/** A connection that receives server-sent events. */
interface ReceivedStream {
  /** Resolves to the time at which the next message starts. */
  next(): Promise<number>
  close(): void
}

/** Opens a stream; resolves after its first message. */
async function openStream(url: string, token: string): Promise<ReceivedStream> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const call = request(url, { agent: false, headers: { authorization: `Bearer ${token}` } }, resolve)
  call.once('error', reject)
  call.end()
  const reply = await promise
  if (reply.statusCode !== 200) throw new Error(`${url} returned ${reply.statusCode}`)
  let received = Promise.withResolvers<number>()
  reply.setEncoding('utf8').on('data', (text: string) => {
    if (text.includes('data: ')) received.resolve(performance.now())
  })
  reply.once('error', () => {})
  await received.promise
  return {
    next: () => {
      received = Promise.withResolvers()
      return received.promise
    },
    close: () => {
      call.destroy()
    },
  }
}
