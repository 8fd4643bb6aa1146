import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { ReadyReply } from '@rehearse/contracts'
import { DomainError } from '@rehearse/contracts'
import type { FastifyInstance } from 'fastify'
import { retryUntilDone } from '../jobs/background-work.ts'
import { delay } from '../jobs/delay.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the server is closing: responses that bypass Fastify have to set `Connection: close` themselves. */
    isDraining(): boolean
  }
}

/**
 * Resolves while the backing server is usable, otherwise rejects. A string it resolves to is reported as a detail.
 */
export type Check = () => Promise<unknown>

/** The checks that must pass before a service receives traffic. */
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

/** Milliseconds per check: a probe must report a server that hangs, not hang with it. */
const timeout = 2_000

async function stateOf(check: Check): Promise<ReadyReply['checks'][string]> {
  try {
    const answer = await Promise.race([
      check().then((detail) => ({ detail })),
      delay(timeout).then(() => null),
    ])
    if (answer === null) throw new Error(`no response within ${timeout / 1_000} s`)
    const { detail } = answer
    return { state: 'up', ...(typeof detail === 'string' && { detail }) }
  } catch (error) {
    return { state: 'down', detail: error instanceof Error ? error.message : String(error) }
  }
}

/**
 * `/livez`: the process responds. `/readyz`: its backing servers are available too. Both for the internal network
 * only.
 */
export function installHealthRoutes(app: FastifyInstance, readiness: Readiness): void {
  const inner = { config: { access: 'inner' as const }, schema: { hide: true }, logLevel: 'warn' as const }
  app.get('/livez', inner, async () => ({ live: true }))
  app.get('/readyz', inner, async (_request, reply) => {
    const state = await readiness.read()
    return reply.code(state.ready ? 200 : 503).send(state)
  })
}

/**
 * Runs a step before requests are served that waits for backing servers: migrations, loading content. Retried until
 * it succeeds; until then the routes respond with 503 and `/readyz` reports the reason.
 */
export function startInBackground(
  app: FastifyInstance,
  readiness: Readiness,
  steps: Readonly<Record<string, () => Promise<void>>>,
): void {
  const stopping = new AbortController()
  const { signal } = stopping
  let pending: string | null = 'listening'
  readiness.add('startup', async () => {
    if (pending !== null) throw new Error(`waiting for: ${pending}`)
  })
  app.addHook('onRequest', async (request) => {
    if (pending === null || request.routeOptions.config.access === 'inner') return
    throw new DomainError({
      kind: 'unavailable',
      code: 'starting',
      message: 'Temporarily unavailable, please try again',
      retryAfterSeconds: 1,
    })
  })
  const takeSteps = async () => {
    for (const [name, step] of Object.entries(steps)) {
      pending = name
      await retryUntilDone(name, step, { log: app.log, signal })
    }
    pending = null
  }
  app.addHook('onListen', () => {
    takeSteps().catch((error: unknown) => {
      if (!signal.aborted) app.log.error({ err: error }, 'startup ended early')
    })
  })
  app.addHook('preClose', async () => stopping.abort())
}

/** Milliseconds between two sweeps of idle connections. */
const sweepInterval = 100

/**
 * Lets a closing server end as soon as its last response is sent: responses in progress announce that the connection
 * closes, and idle connections are closed. Node by itself would wait until the clients hang up.
 */
export function installDraining(app: FastifyInstance): void {
  let sweeping: NodeJS.Timeout | undefined
  const open = new Set<Socket>()
  const watch = (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  }
  app.server.on('connection', watch)
  // With TLS, the application data is counted by this second socket. The server itself ends HTTP/2 sessions.
  app.server.on('secureConnection', (socket: TLSSocket) => {
    if (socket.alpnProtocol !== 'h2') watch(socket)
  })
  const sweep = () => {
    app.server.closeIdleConnections()
    // Browsers open connections in advance: Node takes them for pending requests and would wait a minute for each.
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  }
  app.addHook('preClose', async () => {
    sweeping = setInterval(sweep, sweepInterval)
  })
  app.decorate('isDraining', () => sweeping !== undefined)
  app.addHook('onSend', (request, reply, _payload, done) => {
    // For HTTP/2 the server notifies its sessions itself.
    if (sweeping !== undefined && request.raw.httpVersionMajor < 2) reply.header('connection', 'close')
    done()
  })
  app.addHook('onClose', async () => clearInterval(sweeping))
}
