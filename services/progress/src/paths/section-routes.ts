import { DomainError, pathSectionParams, sectionCompletedReply } from '@rehearse/contracts'
import { type App, type Database, principalOf } from '@rehearse/service-kit'
import type { Recorder } from '../learner-store/command-handler.ts'
import { requestMetadata } from '../learner-store/request-metadata.ts'
import { findDefinition } from '../question-copies/definition-repository.ts'
import type { ProgressTables } from '../tables.ts'
import { findCertificateOfPath } from './certificate-repository.ts'
import { completeSection } from './complete-section.ts'
import { findPath, readSection } from './queries.ts'

/** Sections of learning paths that answers have earned, completed by hand: mostly the answers themselves do it. */
export function sectionRoutes(app: App, { db }: Database<ProgressTables>, record: Recorder): void {
  app.post(
    '/api/progress/paths/:pathId/sections/:sectionId/complete',
    {
      config: { access: 'learner' },
      schema: {
        tags: ['progress'],
        summary: 'Complete a section of a learning path that answers have earned; again, it changes nothing',
        params: pathSectionParams,
        response: { 200: sectionCompletedReply },
      },
    },
    async (request) => {
      const { id } = principalOf(request)
      const { pathId, sectionId } = request.params
      if ((await findDefinition(db, 'learning-path', pathId)) === undefined) throw pathNotFound()
      const at = new Date()
      await record({
        learnerId: id,
        metadata: requestMetadata(),
        at,
        charges: [{ quota: 'completed-sections', amount: 1 }],
        decide: async (learner) =>
          completeSection(
            learner,
            { pathId, sectionId, at },
            await readSection(db, id, { pathId, sectionId }),
          ),
      })
      const [path, certificate] = await Promise.all([
        findPath(db, id, pathId),
        findCertificateOfPath(db, id, pathId),
      ])
      if (path === undefined) throw new Error('a path with a completed section has been begun')
      return { success: true as const, path, certificate: certificate ?? null }
    },
  )
}

const pathNotFound = () =>
  new DomainError({ kind: 'not-found', code: 'learning_path_not_found', message: 'Learning path not found' })
