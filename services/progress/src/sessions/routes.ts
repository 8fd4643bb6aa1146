import { randomUUID } from 'node:crypto'
import {
  DomainError,
  getLearningSession,
  type LearningSession,
  listLearningSessions,
  listQuestionsByStatus,
  nextQuestions,
  paginate,
  seededRandom,
  selectAdaptive,
  startLearningSession,
  steeredChance,
  updateLearningSession,
} from '@rehearse/contracts'
import { type App, type Database, principalOf, serve } from '@rehearse/service-kit'
import { localDay } from '../learner/days.ts'
import { claimedTime, claimedTimeError } from '../learner/submit-answer.ts'
import { preferredPractice, readLearnerState } from '../stats/queries.ts'
import type { ProgressTables } from '../tables.ts'
import { readByStatus, readCandidates, readTarget, selectNext } from './queries.ts'
import { changeSession, findSession, readSessions, storeSession } from './repository.ts'

/** Starts, ends and lists practice sessions. */
export function learningSessionRoutes(app: App, { db }: Database<ProgressTables>): void {
  serve(app, startLearningSession, async (request) => {
    const { id } = principalOf(request)
    const { sessionId, startTime, timeZone, ...rest } = request.body
    const now = new Date()
    const startedAt = claimedTime('startTime', startTime === undefined ? now : new Date(startTime), now)
    const day = localDay(startedAt, timeZone ?? (await readLearnerState(db, id)).timeZone)
    await storeSession(db, id, { sessionId, startedAt, day, planId: undefined, ...rest }, now)
    return { success: true as const, session: await requireSession(id, sessionId) }
  })

  serve(app, updateLearningSession, async (request) => {
    const { id } = principalOf(request)
    const { sessionId } = request.params
    const { endTime, sections, difficulty } = request.body
    const { startTime } = await requireSession(id, sessionId)
    const endedAt = endTime === undefined ? undefined : new Date(endTime)
    if (endedAt && endedAt < new Date(startTime)) throw claimedTimeError('endTime', 'lies before its start')
    if (endedAt) claimedTime('endTime', endedAt, new Date())
    await changeSession(db, id, sessionId, { endedAt, sections, difficulty }, new Date())
    return { success: true as const, session: await requireSession(id, sessionId) }
  })

  serve(app, listLearningSessions, async (request) => {
    const { page, pageSize } = request.query
    const span = { limit: pageSize, offset: (page - 1) * pageSize }
    const { sessions, totalCount } = await readSessions(db, principalOf(request).id, span)
    return { success: true as const, sessions, pagination: paginate(page, pageSize, totalCount) }
  })

  serve(app, getLearningSession, async (request) => ({
    success: true as const,
    session: await requireSession(principalOf(request).id, request.params.sessionId),
  }))

  async function requireSession(learnerId: string, sessionId: string): Promise<LearningSession> {
    const session = await findSession(db, learnerId, sessionId)
    if (session !== undefined) return session
    throw new DomainError({
      kind: 'not-found',
      code: 'session_not_found',
      message: 'Learning session not found',
    })
  }
}

/** Routes that select what a learner practices next, and list questions by the last answer. */
export function selectionRoute(app: App, { db }: Database<ProgressTables>): void {
  serve(app, nextQuestions, async (request) => {
    const { seed = randomUUID(), count, mode, ...filters } = request.query
    const { id } = principalOf(request)
    // Without a category or path, practice has the topics that the learner chose.
    const isFree = filters.category === undefined && filters.learningPath === undefined
    const { topics } = isFree ? await preferredPractice(db, id) : { topics: null }
    const input = { ...filters, topics, now: new Date() }
    const candidates = mode === 'adaptive' ? await readCandidates(db, id, input) : null
    if (candidates === null) {
      return { success: true as const, topics, ...(await selectNext(db, id, { ...input, count, seed })) }
    }
    const { wanted, recent } = await readTarget(db, id)
    const selected = selectAdaptive(candidates, {
      count,
      wanted: steeredChance(wanted, recent),
      random: seededRandom(seed),
    })
    return {
      success: true as const,
      topics,
      questionIds: selected.map(({ questionId }) => questionId),
      total: candidates.length,
      adaptive: {
        wanted,
        reasons: selected.map(({ questionId, chance, basis, n }) => ({ questionId, chance, basis, n })),
      },
    }
  })
  serve(app, listQuestionsByStatus, async (request) => {
    const { query } = request
    const { questionIds, totalCount } = await readByStatus(db, principalOf(request).id, {
      ...query,
      now: new Date(),
    })
    return {
      success: true as const,
      questionIds,
      pagination: paginate(query.page, query.pageSize, totalCount),
    }
  })
}
