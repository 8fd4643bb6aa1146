import {
  DomainError,
  deleteUnfinishedSession,
  getUnfinishedSession,
  listUnfinishedSessions,
  putUnfinishedSession,
  type UnfinishedSession,
} from '@rehearse/contracts'
import type { EventLog } from '@rehearse/event-store'
import { type App, type Database, principalOf, serve } from '@rehearse/service-kit'
import type { ProgressTables } from '../tables.ts'
import { readUnfinished, removeUnfinished, storeUnfinished } from './unfinished-repository.ts'

/** Practice sessions that are continued after a reload, or on another device. */
export function unfinishedSessionRoutes(app: App, { db }: Database<ProgressTables>, log: EventLog): void {
  serve(app, listUnfinishedSessions, async (request) => ({
    success: true as const,
    sessions: (await readUnfinished(db, log, principalOf(request).id)).filter(isUnfinished),
  }))

  serve(app, getUnfinishedSession, async (request) => ({
    success: true as const,
    session: await requireSession(principalOf(request).id, request.params.id),
  }))

  serve(app, putUnfinishedSession, async (request) => {
    const learnerId = principalOf(request).id
    await storeUnfinished(db, learnerId, request.params.id, inLowerCase(request.body))
    return { success: true as const, session: await requireSession(learnerId, request.params.id) }
  })

  serve(app, deleteUnfinishedSession, async (request) => {
    await removeUnfinished(db, principalOf(request).id, request.params.id)
    return { success: true as const, message: 'Session forgotten' }
  })

  async function requireSession(learnerId: string, id: string): Promise<UnfinishedSession> {
    const [session] = await readUnfinished(db, log, learnerId, id)
    if (session !== undefined) return session
    throw new DomainError({ kind: 'not-found', code: 'session_not_found', message: 'Session not found' })
  }
}

/** Whether a question is open, or was missed and not yet corrected. */
const isUnfinished = ({ questions, corrected }: UnfinishedSession): boolean =>
  questions.some(
    ({ questionId, answer }) => answer === null || !(answer.isCorrect || corrected.includes(questionId)),
  )

/** As answers are recorded. */
const inLowerCase = <Input extends { questions: { questionId: string; answerId: string }[] }>(
  input: Input,
): Input => ({
  ...input,
  questions: input.questions.map(({ questionId, answerId }) => ({
    questionId: questionId.toLowerCase(),
    answerId: answerId.toLowerCase(),
  })),
})
