import { DomainError } from '@rehearse/contracts'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import { gaugeOnScrape } from '../observability/metrics.ts'
import type { TokenVerifier } from './auth.ts'

/** How far (ms) the local clock may differ from the shared one before requests are rejected. */
const tolerance = 60_000

export interface ClockWatch {
  /**
   * Whether the local clock can be trusted. Detects a jump at once, by comparing with the monotonic clock. After a
   * jump the clock isn't trusted until it has been compared again.
   */
  isRight(): boolean
  /**
   * Compares the local clock with the shared one. @throws if the shared clock can't be read or the local one is wrong
   */
  check(): Promise<void>
  /** How far (ms) the local clock was ahead at the last comparison; null before the first. */
  readonly ahead: number | null
}

interface Clocks {
  /** Milliseconds since the epoch by the shared clock: the database's, or that of a service that compares with it. */
  common(): Promise<number>
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>
  /** The local clock, which can be set. */
  ours?: () => number
  /** A monotonic clock in milliseconds, which can't be set. */
  steady?: () => number
}

/**
 * Keeps a process from assigning dates and validating tokens by a wrong clock: an answer would count for the wrong
 * day, and valid tokens would be rejected.
 */
export function watchClock({
  common,
  log,
  ours = Date.now,
  steady = () => performance.now(),
}: Clocks): ClockWatch {
  /**
   * The local time at the zero of the monotonic clock, as of the last successful comparison; null while the local
   * clock is wrong.
   */
  let origin: number | null = null
  let ahead: number | null = null
  let isReportedWrong = false
  let comparing: Promise<void> | null = null

  async function compare(): Promise<void> {
    const asked = steady()
    const theirs = await common()
    const now = ours()
    // The time that may have passed since the shared clock was read.
    const blur = steady() - asked
    ahead = now - theirs
    if (Math.abs(ahead) <= tolerance + blur) {
      if (isReportedWrong) log.warn({ ahead }, 'the clock is correct again')
      isReportedWrong = false
      origin = now - steady()
      return
    }
    if (!isReportedWrong) log.error({ ahead }, 'the clock is wrong: rejecting requests')
    isReportedWrong = true
    origin = null
    throw new Error(`the clock is ${Math.round(Math.abs(ahead) / 1000)} s ${ahead > 0 ? 'ahead' : 'behind'}`)
  }

  const check = async () => {
    comparing ??= compare().finally(() => {
      comparing = null
    })
    await comparing
  }
  return {
    check,
    isRight: () => {
      // No requests are served before the first comparison, which is part of startup.
      if (ahead === null) return true
      if (origin !== null && Math.abs(ours() - steady() - origin) <= tolerance) return true
      check().catch(() => {})
      return false
    },
    get ahead() {
      return ahead
    },
  }
}

/**
 * Rejects requests while the clock is wrong: on arrival, and again once the complete body has arrived, just before
 * the request gets its date. Install it before token checks.
 */
export function rejectWhileClockIsWrong(app: FastifyInstance, clock: Pick<ClockWatch, 'isRight'>): void {
  const refuse = (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) => {
    if (request.routeOptions.config.access === 'inner' || clock.isRight()) done()
    else done(wrongClock())
  }
  app.addHook('onRequest', refuse)
  app.addHook('preHandler', refuse)
}

/** A rejected token may have been valid, if the clock has just jumped. */
export function verifyWhileClockIsCorrect(
  verifier: TokenVerifier,
  clock: Pick<ClockWatch, 'isRight'>,
): TokenVerifier {
  return {
    ...verifier,
    verify: async (token) => {
      try {
        return await verifier.verify(token)
      } catch (error) {
        throw clock.isRight() ? error : wrongClock()
      }
    },
  }
}

/** Exposes how far the local clock was ahead of the shared one at the last comparison. */
export function observeClock(registry: Registry, clock: ClockWatch): void {
  gaugeOnScrape(
    registry,
    {
      name: 'clock_ahead_seconds',
      help: 'Seconds that the clock is ahead of the one that all share',
      labelNames: [],
    },
    async () => {
      await clock.check().catch(() => {})
      return clock.ahead === null ? [] : [[{}, clock.ahead / 1_000]]
    },
  )
}

const wrongClock = () =>
  new DomainError({
    kind: 'unavailable',
    code: 'clock_wrong',
    message: 'Temporarily unavailable, please try again',
    retryAfterSeconds: 1,
  })
