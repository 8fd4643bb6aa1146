import { randomBytes, randomUUID } from 'node:crypto'
import {
  clearInterview,
  createCalendar,
  DomainError,
  type ErrorDetail,
  getForecast,
  getInterview,
  INTERVIEW_DAYS_MAX,
  type Interview,
  type InterviewDateSetData,
  type InterviewInput,
  removeCalendar,
  setInterview,
} from '@rehearse/contracts'
import { type App, type Database, principalOf, serve } from '@rehearse/service-kit'
import { daysBetween, endOfDay, localDay } from '../learner/days.ts'
import { type CommandHandler, requestMetadata } from '../learner-store/command-handler.ts'
import { readZone } from '../stats/queries.ts'
import type { ProgressTables } from '../tables.ts'
import { readForecast, toForecastTest } from './forecast-view.ts'
import { calendarUrl, readInterview } from './interview-view.ts'
import { findInterview, readForecasts, readOpenPaths, removeToken, storeToken } from './queries.ts'
import { reserve } from './reserve.ts'

export interface InterviewDependencies {
  database: Database<ProgressTables>
  handleCommand: CommandHandler
}

/** The interview date with its plan, the forecast, and the calendar feed's address. */
export function interviewRoutes(app: App, { database: { db }, handleCommand }: InterviewDependencies): void {
  serve(app, setInterview, async (request) => {
    const { id: learnerId } = principalOf(request)
    const { date, learningPaths, minutesPerDay, track, dryRun } = request.body
    const now = new Date()
    const open = await readOpenPaths(db, learningPaths)
    const checked = async () => {
      const timeZone = request.body.timeZone ?? (await readZone(db, learnerId))
      const input = { date, learningPaths, minutesPerDay, timeZone, track }
      requireValid(input, { today: localDay(now, timeZone), isOpen: (id) => open.has(id) })
      return input
    }
    if (dryRun) return { success: true as const, interview: await preview(learnerId, await checked(), now) }
    await handleCommand({
      learnerId,
      metadata: requestMetadata(),
      at: now,
      charges: [{ quota: 'interview-changes', amount: 1 }],
      decide: async () => {
        const before = await findInterview(db, learnerId)
        const input = await checked()
        const isSame =
          before !== undefined &&
          before.date === date &&
          before.minutes_per_day === minutesPerDay &&
          before.time_zone === input.timeZone &&
          before.track_role === (track?.role ?? null) &&
          before.track_level === (track?.level ?? null) &&
          before.learning_paths.join() === learningPaths.join()
        if (isSame) return []
        const eventId = randomUUID()
        const reservedIds = await reserve(db, { learnerId, eventId, learningPaths, now })
        return [
          {
            type: 'InterviewDateSet',
            eventId,
            data: { learnerId, ...input, at: now.toISOString(), reservedIds },
          },
        ]
      },
    })
    const interview = await readInterview(db, learnerId, { now, timeZone: request.body.timeZone })
    // Another device may have cleared it at the same moment.
    if (interview === null) throw noInterview()
    return { success: true as const, interview }
  })

  /** The plan of an interview that isn't set. */
  async function preview(
    learnerId: string,
    { timeZone, track, ...input }: Omit<InterviewDateSetData, 'learnerId' | 'at' | 'reservedIds'>,
    now: Date,
  ): Promise<Interview> {
    const reserved = await reserve(db, { learnerId, eventId: randomUUID(), ...input, now })
    const set = {
      learner_id: learnerId,
      date: input.date,
      learning_paths: input.learningPaths,
      minutes_per_day: input.minutesPerDay,
      time_zone: timeZone,
      set_at: now,
      set_on: localDay(now, timeZone),
      ends_at: endOfDay(input.date, timeZone),
      track_role: track?.role ?? null,
      track_level: track?.level ?? null,
    }
    const interview = await readInterview(db, learnerId, { now, timeZone, draft: { set, reserved } })
    if (interview === null) throw noInterview()
    return interview
  }

  serve(app, getInterview, async (request) => ({
    success: true as const,
    interview: await readInterview(db, principalOf(request).id, { now: new Date(), ...request.query }),
  }))

  serve(app, clearInterview, async (request) => {
    const { id: learnerId } = principalOf(request)
    const now = new Date()
    await handleCommand({
      learnerId,
      metadata: requestMetadata(),
      at: now,
      charges: [{ quota: 'interview-changes', amount: 1 }],
      decide: async () => {
        const before = await findInterview(db, learnerId)
        if (before === undefined) return []
        const data = { learnerId, timeZone: await readZone(db, learnerId), at: now.toISOString() }
        return [{ type: 'InterviewDateCleared', eventId: randomUUID(), data }]
      },
      alongside: async (trx) => {
        await removeToken(trx, learnerId)
      },
    })
    return { success: true as const, interview: null }
  })

  serve(app, getForecast, async (request) => {
    const { id } = principalOf(request)
    const [{ overall, topics }, tests] = await Promise.all([readForecast(db, id), readForecasts(db, id)])
    return { success: true as const, overall, topics, tests: tests.map(toForecastTest) }
  })

  serve(app, createCalendar, async (request) => {
    const { id } = principalOf(request)
    const now = new Date()
    const set = await findInterview(db, id)
    if (set === undefined || set.ends_at <= now) throw noInterview()
    const token = randomBytes(32).toString('base64url')
    await storeToken(db, id, token, now)
    return { success: true as const, url: calendarUrl(token) }
  })

  serve(app, removeCalendar, async (request) => {
    await removeToken(db, principalOf(request).id)
    return { success: true as const, url: null }
  })
}

export const noInterview = () =>
  new DomainError({ kind: 'conflict', code: 'no_interview', message: 'Set an interview date first' })

/** @throws {DomainError} invalid, `invalid_interview_date` or `invalid_learning_paths` */
function requireValid(
  { date, learningPaths }: Pick<InterviewInput, 'date' | 'learningPaths'>,
  { today, isOpen }: { today: string; isOpen: (pathId: string) => boolean },
): void {
  const days = daysBetween(today, date)
  const problem =
    days < 1
      ? 'must be later than today'
      : days > INTERVIEW_DAYS_MAX
        ? `must be at most ${INTERVIEW_DAYS_MAX} days ahead`
        : null
  if (problem !== null) throw invalid('invalid_interview_date', [{ path: 'date', message: problem }])
  const details = learningPaths.flatMap((id, at): ErrorDetail[] => {
    const path = `learningPaths.${at}`
    if (learningPaths.indexOf(id) < at) return [{ path, message: 'is repeated' }]
    return isOpen(id) ? [] : [{ path, message: `no learning path ${id}` }]
  })
  if (details.length > 0) throw invalid('invalid_learning_paths', details)
}

const invalid = (code: string, details: ErrorDetail[]) =>
  new DomainError({ kind: 'invalid', code, message: 'Invalid interview', details })
