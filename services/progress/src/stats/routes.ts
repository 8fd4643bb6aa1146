import { randomUUID } from 'node:crypto'
import {
  ANALYTICS_DAYS_MAX,
  type AnalyticsQuery,
  DomainError,
  getAnalytics,
  getDashboard,
  getProgress,
  listHistory,
  listMistakes,
  listQuestionMarks,
  paginate,
  resetProgress,
} from '@rehearse/contracts'
import type { EventLog } from '@rehearse/event-store'
import { type App, type Database, principalOf, serve } from '@rehearse/service-kit'
import { addDays, type Day, daysBetween, localDay } from '../learner/days.ts'
import { accuracy } from '../learner/points.ts'
import { type CommandHandler, requestMetadata, wasHandled } from '../learner-store/command-handler.ts'
import { eventIdOf } from '../learner-store/commit-learners.ts'
import type { ProgressTables } from '../tables.ts'
import { countEntries, readEntries } from './history-queries.ts'
import { readDashboard, readProgress, readSummary } from './progress-view.ts'
import {
  countMistakes,
  readDayAnalytics,
  readLearnerState,
  readMistakes,
  readQuestionMarks,
} from './queries.ts'

export function progressRoutes(app: App, database: Database<ProgressTables>): void {
  serve(app, getProgress, async (request) => ({
    success: true as const,
    progress: await readProgress(database, principalOf(request).id, new Date()),
  }))

  serve(app, getDashboard, async (request) => ({
    success: true as const,
    dashboard: await readDashboard(database, principalOf(request).id, new Date()),
  }))
}

/** Route of a learner's answers and challenge attempts. */
export function historyRoutes(app: App, { db }: Database<ProgressTables>): void {
  serve(app, listHistory, async (request) => {
    const { page, pageSize, ...filters } = request.query
    if (filters.from && filters.to && filters.from > filters.to) throw endsBeforeItBegins()
    const span = { limit: pageSize, offset: (page - 1) * pageSize }
    const { id } = principalOf(request)
    const [history, totalCount] = await Promise.all([
      readEntries(db, id, filters, span),
      countEntries(db, id, filters),
    ])
    return { success: true as const, history, pagination: paginate(page, pageSize, totalCount) }
  })
}

const endsBeforeItBegins = () =>
  new DomainError({
    kind: 'invalid',
    code: 'invalid_request',
    message: 'Invalid request',
    details: [{ path: 'to', message: 'must not be before from' }],
  })

/** Route of the questions that a learner last answered incorrectly. */
export function mistakeRoute(app: App, { db }: Database<ProgressTables>): void {
  serve(app, listMistakes, async (request) => {
    const { id } = principalOf(request)
    const { pageSize } = request.query
    const [answeredAt, questionId] = request.query.after ?? []
    const after = answeredAt && questionId ? { answeredAt, questionId } : undefined
    const [found, totalCount] = await Promise.all([
      // One more than requested, which shows whether there is another page.
      readMistakes(db, id, { after, limit: pageSize + 1 }),
      countMistakes(db, id),
    ])
    const mistakes = found.slice(0, pageSize)
    const last = found.length > pageSize ? mistakes.at(-1) : undefined
    return {
      success: true as const,
      mistakes,
      totalCount,
      next: last ? `${last.answeredAt}_${last.questionId}` : null,
    }
  })
}

/** The learner's status for each question of a list. */
export function questionMarkRoute(app: App, { db }: Database<ProgressTables>): void {
  serve(app, listQuestionMarks, async (request) => ({
    success: true as const,
    marks: await readQuestionMarks(db, principalOf(request).id, request.query.ids),
  }))
}

/** Route of a learner's activity, day by day. */
export function analyticsRoute(app: App, { db }: Database<ProgressTables>): void {
  serve(app, getAnalytics, async (request) => {
    const { id } = principalOf(request)
    const { timeZone } = await readLearnerState(db, id)
    const span = daySpan(request.query, localDay(new Date(), timeZone))
    const rows = await readDayAnalytics(db, id, span)
    const analytics = rows.map((row) => ({
      ...row,
      accuracy: accuracy(row.correctAnswers, row.questionsAnswered),
    }))
    return { success: true as const, ...span, timeZone, analytics }
  })
}

const usualDays = 30

/**
 * The requested days, both included; by default the last 30.
 * @throws {DomainError} invalid, for days in the wrong order or too many of them
 */
export function daySpan({ from, to }: AnalyticsQuery, today: Day): { from: Day; to: Day } {
  const end = to ?? (from === undefined ? today : addDays(from, usualDays - 1))
  const begin = from ?? addDays(end, 1 - usualDays)
  const days = daysBetween(begin, end) + 1
  if (days < 1) throw invalid('to', 'must not be before from')
  if (days > ANALYTICS_DAYS_MAX) throw invalid('from', `lies more than ${ANALYTICS_DAYS_MAX} days before to`)
  return { from: begin, to: end }
}

function invalid(path: string, message: string): DomainError {
  return new DomainError({
    kind: 'invalid',
    code: 'invalid_request',
    message: `Invalid request: ${path} ${message}`,
    details: [{ path, message }],
  })
}

interface ResetDependencies {
  database: Database<ProgressTables>
  log: EventLog
  handleCommand: CommandHandler
}

/** Resets stats. */
export function resetRoute(app: App, { database, log, handleCommand }: ResetDependencies): void {
  serve(app, resetProgress, { invalidMessage: 'Invalid request body' }, async (request) => {
    const { id: learnerId } = principalOf(request)
    const { scope, id = null, resetId, timeZone: zone } = request.body
    const key = resetId?.toLowerCase() ?? request.headers['idempotency-key'] ?? randomUUID()
    const at = new Date()
    const eventId = eventIdOf(learnerId, 'reset', key)
    await handleCommand({
      learnerId,
      metadata: requestMetadata(),
      at,
      charges: [{ quota: 'progress-resets', amount: 1 }],
      decide: async ({ state }) => {
        const isDone = await wasHandled(
          log,
          database.db,
          eventId,
          ({ type, data }) => type === 'ProgressReset' && data.scope === scope && data.id === id,
        )
        if (isDone) return []
        const timeZone = zone ?? state.timeZone
        const data = { learnerId, scope, id, timeZone, at: at.toISOString() }
        return [{ type: 'ProgressReset', eventId, data }]
      },
    })
    return {
      success: true as const,
      progress: await readSummary(database, learnerId, new Date()),
      message: 'Progress reset',
    }
  })
}
