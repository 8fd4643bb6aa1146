import type { LoadBenchmark } from '../src/load-benchmark.ts'
import { type LoadResult, median, putLoad } from '../src/put-load.ts'
import { openGatewayWorld } from './gateway-world.ts'

const connections = 64
/** The gateway may cost this much, in nginx's terms. */
const goals = { proxied: { rate: 0.6, p99: 2 }, cached: { rate: 1.2 } }

/** What the gateway costs before a service that does nothing, as a ratio to nginx before the same service. */
export const gateway: LoadBenchmark = {
  name: 'gateway',
  run: async ({ rounds, seconds, say }) => {
    await using stack = new AsyncDisposableStack()
    const world = await openGatewayWorld(stack)
    const authorization = `Bearer ${world.learnerToken}`
    const cases = {
      direct: { url: `${world.service}/api/progress/get` },
      nginx: { url: `${world.nginx}/api/progress/get` },
      proxied: { url: `${world.gateway}/api/progress/get`, headers: { authorization } },
      cached: { url: `${world.gateway}/api/learning-paths` },
    }
    const results: Record<string, LoadResult[]> = {}
    for (let round = 0; round <= rounds; round += 1) {
      for (const [name, load] of Object.entries(cases)) {
        say(`round ${round} of ${rounds}: ${name}`)
        const result = await putLoad({ ...load, connections, seconds: round === 0 ? 1 : seconds })
        // The first round warms up.
        if (round > 0) results[name] = [...(results[name] ?? []), result]
      }
    }
    const of = (name: keyof typeof cases, figure: 'perSecond' | 'p50' | 'p99') =>
      median((results[name] ?? []).map((result) => result[figure]))
    const rate = (name: keyof typeof cases) => of(name, 'perSecond') / of('nginx', 'perSecond')
    const p99 = of('proxied', 'p99') / of('nginx', 'p99')
    return {
      title: `a 2 KB reply at ${connections} connections`,
      rows: [
        ['', 'per second', '× nginx', 'p50 ms', 'p99 ms'],
        ...(Object.keys(cases) as (keyof typeof cases)[]).map((name) => [
          name,
          of(name, 'perSecond').toFixed(0),
          rate(name).toFixed(2),
          of(name, 'p50').toFixed(2),
          of(name, 'p99').toFixed(2),
        ]),
      ],
      verdicts: [
        goal(
          rate('proxied') >= goals.proxied.rate,
          `proxied ${rate('proxied').toFixed(2)} × nginx, goal ≥ ${goals.proxied.rate}`,
        ),
        goal(p99 <= goals.proxied.p99, `its p99 ${p99.toFixed(2)} × nginx, goal ≤ ${goals.proxied.p99}`),
        goal(
          rate('cached') >= goals.cached.rate,
          `cached ${rate('cached').toFixed(2)} × nginx, goal ≥ ${goals.cached.rate}`,
        ),
      ],
    }
  },
}

const goal = (holds: boolean, text: string) => ({ holds, text })
