import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileCache, freePorts, repositoryRoot, startNats } from '@rehearse/local-platform'
import { startTestIdentity } from '@rehearse/testing/test-identity'
import { type LoadResult, repeatRequest } from '../../load/generator.ts'
import type { LoadBenchmark } from '../src/benchmark.ts'
import { startChild, startNginx, untilReady } from '../src/child-processes.ts'
import { median } from '../src/statistics.ts'

const clients = 64
/** The maximum cost of the gateway relative to nginx. */
const gatewayGoals = { proxied: { rate: 0.4, p99: 2 }, cached: { rate: 1.2 } }

/**
 * The cost of the gateway in front of a service that does nothing, relative to nginx in front of the same service.
 */
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
      plugin: { url: `${world.gateway}/api/progress/dashboard`, headers: { authorization } },
      cached: { url: `${world.gateway}/api/learning-paths` },
    }
    const results: Record<string, LoadResult[]> = {}
    for (let round = 0; round <= rounds; round += 1) {
      for (const [name, load] of Object.entries(cases)) {
        say(`round ${round} of ${rounds}: ${name}`)
        const result = await repeatRequest({
          ...load,
          connections: clients,
          seconds: round === 0 ? 1 : seconds,
        })
        // The first round warms up.
        if (round > 0) results[name] = [...(results[name] ?? []), result]
      }
    }
    const of = (name: keyof typeof cases, figure: 'perSecond' | 'p50' | 'p99') =>
      median((results[name] ?? []).map((result) => result[figure]))
    const rate = (name: keyof typeof cases) => of(name, 'perSecond') / of('nginx', 'perSecond')
    const p99 = of('proxied', 'p99') / of('nginx', 'p99')
    return {
      title: `a 2 KB response at ${clients} connections`,
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
          rate('proxied') >= gatewayGoals.proxied.rate,
          `proxied ${rate('proxied').toFixed(2)} × nginx, goal ≥ ${gatewayGoals.proxied.rate}`,
        ),
        goal(
          p99 <= gatewayGoals.proxied.p99,
          `its p99 ${p99.toFixed(2)} × nginx, goal ≤ ${gatewayGoals.proxied.p99}`,
        ),
        goal(
          rate('cached') >= gatewayGoals.cached.rate,
          `cached ${rate('cached').toFixed(2)} × nginx, goal ≥ ${gatewayGoals.cached.rate}`,
        ),
      ],
    }
  },
}

const goal = (holds: boolean, text: string) => ({ holds, text })

/** Full load: this many connections, each of which sends the next request as soon as it gets a response. */
const connections = 64
/** The overload as a multiple of full load, sent regardless of earlier responses. */
const times = 4
const goals = { p99: 3, served: 0.9 }

/** The latency of accepted requests when four times as many arrive as a service can handle. */
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
      const served = await repeatRequest({ ...load, connections, seconds: round === 0 ? 2 : seconds })
      say(`round ${round} of ${rounds}: ${times} times as much`)
      const rate = Math.max(1, served.perSecond * times)
      const crowded = await repeatRequest({ ...load, rate, seconds: round === 0 ? 2 : seconds })
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
      title: `${times} times the load that a service can handle`,
      rows: [
        ['', 'responses per second', 'rejected', 'p50 ms', 'p99 ms'],
        row('full load', full),
        row('four times', over),
      ],
      verdicts: [
        { holds: of(over, 'shed') > 0, text: `${of(over, 'shed')} rejected at once` },
        {
          holds: p99 <= goals.p99,
          text: `p99 of accepted requests ${p99.toFixed(2)} × that at full load, goal ≤ ${goals.p99}`,
        },
        {
          holds: served >= goals.served,
          text: `${served.toFixed(2)} × as many responses as at full load, goal ≥ ${goals.served}`,
        },
      ],
    }
  },
}

/** A small service behind the gateway and behind nginx. */
interface GatewayWorld {
  service: string
  gateway: string
  nginx: string
  learnerToken: string
  gatewayPid: number
}

/** @param program the server used in place of the services */
async function openGatewayWorld(
  stack: AsyncDisposableStack,
  program = 'tiny-service.mjs',
): Promise<GatewayWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'rehearse-bench-'))
  stack.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const nats = await startNats({ dataDir: join(folder, 'nats') })
  stack.defer(nats.stop)
  const identity = await startTestIdentity(nats.url)
  stack.defer(identity.close)
  const [servicePort = 0, port = 0, innerPort = 0] = await freePorts(3)
  const service = `http://127.0.0.1:${servicePort}`
  const env = { PORT: `${servicePort}` }
  stack.use(await startChild(process.execPath, [join(import.meta.dirname, program)], env))
  const nginx = await startNginx(stack, service)
  const entry = join(repositoryRoot, 'services/gateway/src/main.ts')
  const gateway = stack.use(
    await startChild(process.execPath, [entry], {
      NATS_URL: nats.url,
      PORT: `${port}`,
      INNER_PORT: `${innerPort}`,
      RUNNER_PORT: '0',
      LOG_LEVEL: 'info',
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: compileCache,
      // Counted as usual, with a limit that is never reached.
      RATE_LIMIT_READ: '10000000',
      RATE_LIMIT_WRITE: '10000000',
      RATE_LIMIT_ANSWERS: '10000000',
      ...Object.fromEntries(
        ['IDENTITY', 'QUESTIONS', 'PROGRESS', 'MEDIA'].map((name) => [`${name}_URL`, service]),
      ),
    }),
  )
  await untilReady(`http://127.0.0.1:${innerPort}/readyz`)
  return {
    service,
    nginx,
    gateway: `http://127.0.0.1:${port}`,
    learnerToken: await identity.token('learner', { expiresIn: 3_600 }),
    gatewayPid: gateway.pid,
  }
}
