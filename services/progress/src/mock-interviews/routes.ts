import {
  DomainError,
  deleteMockInterview,
  getMockInterview,
  listMockInterviews,
  paginate,
  writeMockInterview,
} from '@rehearse/contracts'
import type { EventLog } from '@rehearse/event-store'
import { type App, type Database, principalOf, serve } from '@rehearse/service-kit'
import type { ProgressTables } from '../tables.ts'
import { findInterview, listInterviews, removeInterview, storeInterview } from './repository.ts'

/** Routes of a learner's mock interviews: those in progress, and reports. */
export function mockInterviewRoutes(app: App, { db }: Database<ProgressTables>, log: EventLog): void {
  serve(app, listMockInterviews, async (request) => {
    const { page, pageSize } = request.query
    const span = { limit: pageSize, offset: (page - 1) * pageSize }
    const { interviews, totalCount } = await listInterviews(db, log, principalOf(request).id, span)
    return { success: true as const, interviews, pagination: paginate(page, pageSize, totalCount) }
  })

  serve(app, getMockInterview, async (request) => {
    const interview = await findInterview(db, log, placeOf(request))
    if (interview !== undefined) return { success: true as const, interview }
    throw new DomainError({
      kind: 'not-found',
      code: 'mock_interview_not_found',
      message: 'Mock interview not found',
    })
  })

  serve(app, writeMockInterview, async (request, reply) => {
    const { interview, isConflict } = await db
      .transaction()
      .execute((trx) => storeInterview(trx, log, placeOf(request), request.body, new Date()))
    if (!isConflict) return { success: true as const, interview }
    return reply.code(409).send({
      success: false as const,
      code: 'mock_interview_conflict',
      error: 'This mock interview was changed on another device',
      requestId: request.id,
      interview,
    })
  })

  serve(app, deleteMockInterview, async (request) => {
    await removeInterview(db, placeOf(request))
    return { success: true as const, message: 'Mock interview deleted' }
  })
}

const placeOf = (request: Parameters<typeof principalOf>[0] & { params: { id: string } }) => ({
  learnerId: principalOf(request).id,
  interviewId: request.params.id.toLowerCase(),
})
