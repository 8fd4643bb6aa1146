import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import bcrypt from 'bcrypt'
import type { LoadBenchmark } from '../src/benchmark.ts'
import { timing } from '../src/benchmark.ts'
import { fillBank } from '../src/fill-databases.ts'
import { compareDistributions, median } from '../src/statistics.ts'
import { type World, withWorld } from '../src/world.ts'

/** More than are hashed concurrently, fewer than the queue rejects. */
const flooders = 16
const cost = 12
const learner = { email: 'bench-learner@example.org', password: 'only-for-this-run' }
const goals = { rate: 0.7, p99: 3 }

/**
 * The cost of signing in compared with the hash itself, the effect of a flood of sign-ins on readers, and what timing
 * reveals.
 */
export const signIn: LoadBenchmark = {
  name: 'sign-in',
  run: async ({ rounds, seconds, say, signal }) => {
    const bare: number[] = []
    const signIns: number[] = []
    const quiet: number[][] = []
    const flooded: number[][] = []
    const times = { unknown: [] as number[], wrong: [] as number[] }
    await withWorld(async (world) => {
      await fillBank(world, 1_000, say)
      await world.write('/api/auth/register', {
        ...learner,
        confirmPassword: learner.password,
        name: 'Bench',
      })
      const hash = await bcrypt.hash(learner.password, cost)
      const login = loginAt(world.platform.gatewayUrl)
      const read = () =>
        fetch(`${world.platform.gatewayUrl}/api/questions/unified`).then((reply) => reply.text())
      for (let round = 1; round <= rounds; round += 1) {
        signal.throwIfAborted()
        say(`sign-in, round ${round} of ${rounds}`)
        bare.push(
          await perSecond(() => bcrypt.compare(learner.password, hash), availableParallelism(), seconds),
        )
        signIns.push(await perSecond(() => login(learner, 200), flooders, seconds))
        quiet.push(await timesOf(read, seconds))
        const flood = perSecond(() => login(nobody(), 401), flooders, seconds)
        flooded.push(await timesOf(read, seconds))
        await flood
        await measureBothFailures(world, times)
      }
    }, signal)
    const rate = median(signIns.map((figure, round) => figure / (bare[round] ?? Number.NaN)))
    const p99 = median(
      flooded.map((sample, round) => percentile(sample, 0.99) / percentile(quiet[round] ?? [], 0.99)),
    )
    const { distance, critical } = compareDistributions(times.unknown, times.wrong)
    const line = (name: string, sample: readonly number[]) => {
      const { p50, p95 } = timing(sample)
      return [
        name,
        p50.toFixed(1),
        p95.toFixed(1),
        percentile(sample, 0.99).toFixed(1),
        String(sample.length),
      ]
    }
    return {
      title: `signing in, on ${availableParallelism()} cores`,
      rows: [
        ['', 'p50 ms', 'p95 ms', 'p99 ms', 'n'],
        line('GET /api/questions/unified, quiet', quiet.flat()),
        line('the same while sign-ins flood', flooded.flat()),
        line('sign-in, unknown e-mail', times.unknown),
        line('sign-in, wrong password', times.wrong),
      ],
      verdicts: [
        {
          holds: rate >= goals.rate,
          text: `${median(signIns).toFixed(1)} sign-ins per second, ${rate.toFixed(2)} × bare bcrypt (${median(bare).toFixed(1)}), goal ≥ ${goals.rate}`,
        },
        {
          holds: p99 <= goals.p99,
          text: `p99 of reads during a flood of sign-ins ${p99.toFixed(2)} × that without, goal ≤ ${goals.p99}`,
        },
        {
          holds: distance <= critical,
          text: `response times for an unknown email address and a wrong password differ by ${distance.toFixed(3)} (Kolmogorov-Smirnov), critical value ${critical.toFixed(3)}`,
        },
      ],
    }
  },
}

const nobody = () => ({ email: `${randomUUID()}@example.org`, password: learner.password })

function loginAt(origin: string) {
  return async (body: object, expected: number): Promise<void> => {
    const reply = await fetch(`${origin}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    await reply.text()
    if (reply.status !== expected) throw new Error(`signing in returned ${reply.status}`)
  }
}

/** The rate per second of this many concurrent clients without pauses. */
async function perSecond(run: () => Promise<unknown>, atOnce: number, seconds: number): Promise<number> {
  const begun = performance.now()
  let done = 0
  const work = async () => {
    while (performance.now() - begun < seconds * 1_000) {
      await run()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return (done * 1_000) / (performance.now() - begun)
}

/** Response times of a reader with pauses between requests. */
async function timesOf(run: () => Promise<unknown>, seconds: number): Promise<number[]> {
  const taken: number[] = []
  for (const begun = performance.now(); performance.now() - begun < seconds * 1_000; ) {
    const asked = performance.now()
    await run()
    taken.push(performance.now() - asked)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return taken
}

/** In turn, and directly at identity, so that only the account makes a difference. */
async function measureBothFailures(
  world: World,
  times: { unknown: number[]; wrong: number[] },
): Promise<void> {
  const login = loginAt(world.platform.innerUrls.identity)
  const timed = async (body: object) => {
    const begun = performance.now()
    await login(body, 401)
    return performance.now() - begun
  }
  for (let turn = 0; turn < 30; turn += 1) {
    times.unknown.push(await timed(nobody()))
    times.wrong.push(await timed({ ...learner, password: 'something-else' }))
  }
}

const percentile = (sample: readonly number[], share: number): number =>
  [...sample].sort((a, b) => a - b)[Math.max(0, Math.ceil(share * sample.length) - 1)] ?? Number.NaN
