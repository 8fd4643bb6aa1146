import { type ClockWatch, watchClock } from '@rehearse/service-kit/auth/clock-watch'
import type { FastifyBaseLogger } from 'fastify'
import { probeReadiness } from '../upstreams/fetch-from-replica.ts'
import type { Replica } from '../upstreams/replica.ts'
import type { Upstream } from '../upstreams/upstream.ts'

/** No replica to compare clocks with, which proves nothing about our own. */
class NoReplicaReady extends Error {}

/**
 * Compares our clock with identity's, which dates the tokens: a ready replica has the same time as its database.
 * While none is ready, the last result stays valid.
 */
export function watchIdentityClock(identity: Upstream, log: FastifyBaseLogger): ClockWatch {
  const clock = watchClock({ common: () => timeOf(identity.replicas), log })
  return {
    isRight: clock.isRight,
    check: () =>
      clock.check().catch((error) => {
        if (!(error instanceof NoReplicaReady)) throw error
      }),
    get ahead() {
      return clock.ahead
    },
  }
}

async function timeOf(replicas: readonly Replica[]): Promise<number> {
  const readiness = await Promise.all(replicas.map(probeReadiness))
  const [time] = readiness.flatMap((one) => (one.isReady && one.time !== null ? [one.time] : []))
  if (time === undefined) throw new NoReplicaReady('no replica of identity is ready')
  return time
}
