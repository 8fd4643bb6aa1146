import { type HealthReply, type ReadyReply, readyReply } from '@rehearse/contracts'
import type { Pool } from 'undici'

/** What is called: a replica's connections. */
type Connections = { readonly pool: Pool }

export type ServiceState = HealthReply['services'][string]

/** Milliseconds that a process has to report its state. */
const timeout = 2_000

/**
 * Requests an internal endpoint of a replica.
 * @param parse throws for an invalid response
 * @returns null if it is down, hangs, or responds with something else
 */
export async function fetchFromReplica<Reply>(
  { pool }: Connections,
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

/** Whether a replica reports itself ready, and its time, to the second; null if it doesn't send one. */
export async function probeReadiness({
  pool,
}: Connections): Promise<{ isReady: boolean; time: number | null }> {
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

/** Whether a replica's process responds, whatever the state of its backing servers. */
export async function isAlive({ pool }: Connections): Promise<boolean> {
  try {
    const { body } = await pool.request({
      path: '/livez',
      method: 'GET',
      signal: AbortSignal.timeout(timeout),
    })
    await body.dump()
    return true
  } catch {
    return false
  }
}

/** Whether a replica can serve requests, with its checks. */
export async function readServiceState(replica: Connections): Promise<ServiceState> {
  const ready = await fetchFromReplica(replica, '/readyz', readyReply.parse)
  return ready ? stateOf(ready) : { state: 'down', checks: {} }
}

/** A public summary: details are only logged because they may name internal addresses. */
export function stateOf({ ready, checks }: ReadyReply): ServiceState {
  return {
    state: ready ? 'up' : 'down',
    checks: Object.fromEntries(Object.entries(checks).map(([name, { state }]) => [name, { state }])),
  }
}
