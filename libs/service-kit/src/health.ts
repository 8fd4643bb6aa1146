import type { ReadyReply } from '@rehearse/contracts'
import type { FastifyInstance } from 'fastify'

/** Resolves while the backing server is usable, else throws; must answer within a second or so. */
export type Check = () => Promise<void>

/** What a service needs before it may take traffic, and how that is found out. */
export class Readiness {
  readonly #checks = new Map<string, Check>()

  add(name: string, check: Check): void {
    this.#checks.set(name, check)
  }

  async read(): Promise<ReadyReply> {
    const entries = await Promise.all(
      [...this.#checks].map(async ([name, check]) => [name, await stateOf(check)] as const),
    )
    return { ready: entries.every(([, { state }]) => state === 'up'), checks: Object.fromEntries(entries) }
  }
}

async function stateOf(check: Check): Promise<ReadyReply['checks'][string]> {
  try {
    await check()
    return { state: 'up' }
  } catch (error) {
    return { state: 'down', detail: error instanceof Error ? error.message : String(error) }
  }
}

/** `/livez`: the process turns. `/readyz`: its backing servers are there too. Both for the inner network only. */
export function installHealthRoutes(app: FastifyInstance, readiness: Readiness): void {
  const inner = { config: { access: 'inner' as const }, schema: { hide: true }, logLevel: 'warn' as const }
  app.get('/livez', inner, async () => ({ live: true }))
  app.get('/readyz', inner, async (_request, reply) => {
    const state = await readiness.read()
    return reply.code(state.ready ? 200 : 503).send(state)
  })
}
