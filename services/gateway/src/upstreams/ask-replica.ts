import { type HealthReply, type ReadyReply, readyReply } from '@rehearse/contracts'
import type { Replica } from './replica.ts'

export type ServiceState = HealthReply['services'][string]

/** Milliseconds that a process has to say how it is. */
const timeout = 2_000

/**
 * Asks a replica about itself, outside of its routes.
 * @param parse throws at what is something else
 * @returns null if it is away, hangs, or is something else altogether
 */
export async function askReplica<Reply>(
  { pool }: Replica,
  path: string,
  parse: (body: unknown) => Reply,
): Promise<Reply | null> {
  try {
    const { body } = await pool.request({ path, method: 'GET', signal: AbortSignal.timeout(timeout) })
    return parse(await body.json())
  } catch {
    return null
  }
}

/** Whether a replica calls itself ready, and what time it is there, to the second; null where it doesn't say. */
export async function askWhetherReady({ pool }: Replica): Promise<{ isReady: boolean; time: number | null }> {
  try {
    const signal = AbortSignal.timeout(timeout)
    const { statusCode, headers, body } = await pool.request({ path: '/readyz', method: 'GET', signal })
    await body.dump()
    const time = Date.parse(String(headers.date))
    return { isReady: statusCode === 200, time: Number.isNaN(time) ? null : time }
  } catch {
    return { isReady: false, time: null }
  }
}

/** Whether a replica can serve, and what it needs for it. */
export async function askReady(replica: Replica): Promise<ServiceState> {
  const ready = await askReplica(replica, '/readyz', readyReply.parse)
  return ready ? stateOf(ready) : { state: 'down', checks: {} }
}

/** For anyone: the details are for logs, as they may name inner addresses. */
export function stateOf({ ready, checks }: ReadyReply): ServiceState {
  return {
    state: ready ? 'up' : 'down',
    checks: Object.fromEntries(Object.entries(checks).map(([name, { state }]) => [name, { state }])),
  }
}
