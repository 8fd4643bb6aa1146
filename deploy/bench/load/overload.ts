import type { LoadBenchmark } from '../src/load-benchmark.ts'
import { putArrivals } from '../src/put-arrivals.ts'
import { type LoadResult, median, putLoad } from '../src/put-load.ts'
import { openGatewayWorld } from './gateway-world.ts'

/** Full load: as many at a time, each asking again as soon as it is answered. */
const connections = 64
/** So much comes then, whether or not what came before is answered. */
const times = 4
const goals = { p99: 3, served: 0.9 }

/** What becomes of those let in when four times as much comes as a service can answer. */
export const overload: LoadBenchmark = {
  name: 'overload',
  run: async ({ rounds, seconds, say }) => {
    await using stack = new AsyncDisposableStack()
    const world = await openGatewayWorld(stack, 'busy-service.mjs')
    const load = {
      url: `${world.gateway}/api/progress/get`,
      headers: { authorization: `Bearer ${world.learnerToken}` },
    }
    const full: LoadResult[] = []
    const over: LoadResult[] = []
    for (let round = 0; round <= rounds; round += 1) {
      say(`round ${round} of ${rounds}: full load`)
      const served = await putLoad({ ...load, connections, seconds: round === 0 ? 2 : seconds })
      say(`round ${round} of ${rounds}: ${times} times as much`)
      const rate = Math.max(1, served.perSecond * times)
      const crowded = await putArrivals({ ...load, rate, seconds: round === 0 ? 2 : seconds })
      // The first round warms up.
      if (round === 0) continue
      full.push(served)
      over.push(crowded)
    }
    const of = (results: readonly LoadResult[], figure: keyof LoadResult) =>
      median(results.map((result) => result[figure]))
    const p99 = of(over, 'p99') / of(full, 'p99')
    const served = of(over, 'perSecond') / of(full, 'perSecond')
    const row = (name: string, results: readonly LoadResult[]) => [
      name,
      of(results, 'perSecond').toFixed(0),
      of(results, 'shed').toFixed(0),
      of(results, 'p50').toFixed(1),
      of(results, 'p99').toFixed(1),
    ]
    return {
      title: `${times} times the load that a service can answer`,
      rows: [
        ['', 'answered a second', 'refused', 'p50 ms', 'p99 ms'],
        row('full load', full),
        row('four times', over),
      ],
      verdicts: [
        { holds: of(over, 'shed') > 0, text: `${of(over, 'shed')} refused at once` },
        {
          holds: p99 <= goals.p99,
          text: `p99 of those let in ${p99.toFixed(2)} × that at full load, goal ≤ ${goals.p99}`,
        },
        {
          holds: served >= goals.served,
          text: `answered ${served.toFixed(2)} × as many as at full load, goal ≥ ${goals.served}`,
        },
      ],
    }
  },
}
