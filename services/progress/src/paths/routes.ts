import { randomUUID } from 'node:crypto'
import {
  completeSection as completeSectionEndpoint,
  DomainError,
  listCertificates,
  nameCertificate,
  verifyCertificate,
} from '@rehearse/contracts'
import { type App, type Database, principalOf, serve } from '@rehearse/service-kit'
import { isEarned } from '../learner/counters.ts'
import type { Learner } from '../learner/state.ts'
import { type CommandHandler, requestMetadata } from '../learner-store/command-handler.ts'
import type { IdentifiedEvent } from '../learner-store/commit-learners.ts'
import { findDefinition } from '../question-copies/definition-repository.ts'
import type { ProgressTables } from '../tables.ts'
import {
  findCertificate,
  findCertificateOfPath,
  findPath,
  nameOnCertificate,
  readCertificates,
  readSection,
  type SectionState,
} from './repository.ts'

/** Sections of learning paths that answers have earned, completed by hand: mostly the answers themselves do it. */
export function sectionRoutes(
  app: App,
  { db }: Database<ProgressTables>,
  handleCommand: CommandHandler,
): void {
  serve(app, completeSectionEndpoint, async (request) => {
    const { id } = principalOf(request)
    const { pathId, sectionId } = request.params
    if ((await findDefinition(db, 'learning-path', pathId)) === undefined) throw pathNotFound()
    const at = new Date()
    await handleCommand({
      learnerId: id,
      metadata: requestMetadata(),
      at,
      charges: [{ quota: 'completed-sections', amount: 1 }],
      decide: async (learner) =>
        completeSection(learner, { pathId, sectionId, at }, await readSection(db, id, { pathId, sectionId })),
    })
    const [path, certificate] = await Promise.all([
      findPath(db, id, pathId),
      findCertificateOfPath(db, id, pathId),
    ])
    if (path === undefined) throw new Error('a path with a completed section has been begun')
    return { success: true as const, path, certificate: certificate ?? null }
  })
}

const pathNotFound = () =>
  new DomainError({ kind: 'not-found', code: 'learning_path_not_found', message: 'Learning path not found' })

/** Certificates of completed paths: one's own, and anyone's whose code one was given. */
export function certificateRoutes(app: App, { db }: Database<ProgressTables>): void {
  serve(app, listCertificates, async (request) => ({
    success: true as const,
    certificates: await readCertificates(db, principalOf(request).id),
  }))

  serve(app, nameCertificate, async (request) => {
    const { code } = request.params
    if (!(await nameOnCertificate(db, principalOf(request).id, code, request.body.name))) throw notFound()
    return { success: true as const, certificate: await requireCertificate(code) }
  })

  serve(app, verifyCertificate, async (request) => ({
    success: true as const,
    certificate: await requireCertificate(request.params.code),
  }))

  async function requireCertificate(code: string) {
    const certificate = await findCertificate(db, code)
    if (certificate === undefined) throw notFound()
    return certificate
  }
}

const notFound = () =>
  new DomainError({ kind: 'not-found', code: 'certificate_not_found', message: 'Certificate not found' })

/**
 * A section that its answers have earned, but that no answer completed: the last question it lacked was moved, hidden or
 * deleted. None if it is completed already.
 * @throws {DomainError} not-found, `section_not_found`; conflict, `section_not_earned`
 */
export function completeSection(
  { learnerId, state }: Learner,
  { pathId, sectionId, at }: { pathId: string; sectionId: string; at: Date },
  { questions, unsolved }: SectionState,
): IdentifiedEvent[] {
  if (isEarned(state.counters, pathId, sectionId)) return []
  if (questions === 0) {
    throw new DomainError({ kind: 'not-found', code: 'section_not_found', message: 'Section not found' })
  }
  if (unsolved > 0) {
    throw new DomainError({
      kind: 'conflict',
      code: 'section_not_earned',
      message: 'Answer every question of this section correctly to complete it',
    })
  }
  const data = { learnerId, pathId, sectionId, by: 'answers' as const, completedAt: at.toISOString() }
  return [{ type: 'SectionCompleted', eventId: randomUUID(), data }]
}
