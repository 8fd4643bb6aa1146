import {
  DomainError,
  type LearningSession,
  learningSessionInput,
  learningSessionListReply,
  learningSessionParams,
  learningSessionPatch,
  learningSessionReply,
  pageQuery,
  paginate,
} from '@rehearse/contracts'
import { type App, type Database, principalOf } from '@rehearse/service-kit'
import { localDay } from '../learner/days.ts'
import { claimedTime, claimedTimeError } from '../learner/submit-answer.ts'
import { readLearnerState } from '../stats/queries.ts'
import type { ProgressTables } from '../tables.ts'
import { changeSession, findSession, readSessions, storeSession } from './session-repository.ts'

const tags = ['progress']

/** Starts, ends and lists practice sessions. */
export function learningSessionRoutes(app: App, { db }: Database<ProgressTables>): void {
  app.post(
    '/api/progress/sessions',
    {
      config: { access: 'learner' },
      schema: {
        tags,
        summary: 'Begin a learning session; sent twice, it begins once',
        body: learningSessionInput,
        response: { 200: learningSessionReply },
      },
    },
    async (request) => {
      const { id } = principalOf(request)
      const { sessionId, startTime, timeZone, ...rest } = request.body
      const now = new Date()
      const startedAt = claimedTime('startTime', startTime === undefined ? now : new Date(startTime), now)
      const day = localDay(startedAt, timeZone ?? (await readLearnerState(db, id)).timeZone)
      await storeSession(db, id, { sessionId, startedAt, day, planId: undefined, ...rest }, now)
      return { success: true as const, session: await requireSession(id, sessionId) }
    },
  )

  app.patch(
    '/api/progress/sessions/:sessionId',
    {
      config: { access: 'learner' },
      schema: {
        tags,
        summary: 'End a learning session, or change what it is about',
        params: learningSessionParams,
        body: learningSessionPatch,
        response: { 200: learningSessionReply },
      },
    },
    async (request) => {
      const { id } = principalOf(request)
      const { sessionId } = request.params
      const { endTime, sections, difficulty } = request.body
      const { startTime } = await requireSession(id, sessionId)
      const endedAt = endTime === undefined ? undefined : new Date(endTime)
      if (endedAt && endedAt < new Date(startTime)) throw claimedTimeError('endTime', 'lies before its start')
      if (endedAt) claimedTime('endTime', endedAt, new Date())
      await changeSession(db, id, sessionId, { endedAt, sections, difficulty }, new Date())
      return { success: true as const, session: await requireSession(id, sessionId) }
    },
  )

  app.get(
    '/api/progress/sessions',
    {
      config: { access: 'learner' },
      schema: {
        tags,
        summary: 'My learning sessions, newest first',
        querystring: pageQuery,
        response: { 200: learningSessionListReply },
      },
    },
    async (request) => {
      const { page, pageSize } = request.query
      const span = { limit: pageSize, offset: (page - 1) * pageSize }
      const { sessions, totalCount } = await readSessions(db, principalOf(request).id, span)
      return { success: true as const, sessions, pagination: paginate(page, pageSize, totalCount) }
    },
  )

  app.get(
    '/api/progress/sessions/:sessionId',
    {
      config: { access: 'learner' },
      schema: {
        tags,
        summary: 'One of my learning sessions',
        params: learningSessionParams,
        response: { 200: learningSessionReply },
      },
    },
    async (request) => ({
      success: true as const,
      session: await requireSession(principalOf(request).id, request.params.sessionId),
    }),
  )

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
