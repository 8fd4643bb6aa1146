import { type ClockWatch, watchClock } from '@rehearse/service-kit/clock-watch'
import type { FastifyBaseLogger } from 'fastify'
import type { Replica } from './replica.ts'
import type { Upstream } from './upstream.ts'

/** Milliseconds that identity has to say what time it is. */
const patience = 2_000

/** Nobody to compare clocks with, which says nothing about ours. */
class NobodyTells extends Error {}

/**
 * Compares our clock with identity's, by which tokens are dated: a replica that is ready has the same time as its
 * database. While none is, we believe what we knew.
 */
export function watchIdentityClock(identity: Upstream, log: FastifyBaseLogger): ClockWatch {
  const clock = watchClock({ common: () => timeOf(identity.replicas), log })
  return {
    isRight: clock.isRight,
    check: () =>
      clock.check().catch((error) => {
        if (!(error instanceof NobodyTells)) throw error
      }),
    get ahead() {
      return clock.ahead
    },
  }
}

async function timeOf(replicas: readonly Replica[]): Promise<number> {
  const told = await Promise.all(replicas.map(timeOfOne))
  const time = told.find((one) => one !== null)
  if (time === undefined) throw new NobodyTells('no replica of identity is ready')
  return time
}

/** As its replies are dated, to the second. */
async function timeOfOne({ pool }: Replica): Promise<number | null> {
  try {
    const signal = AbortSignal.timeout(patience)
    const { statusCode, headers, body } = await pool.request({ path: '/readyz', method: 'GET', signal })
    await body.dump()
    const time = Date.parse(String(headers.date))
    return statusCode === 200 && !Number.isNaN(time) ? time : null
  } catch {
    return null
  }
}
