import {
  backUpQuestion as backUpQuestionEndpoint,
  backUpSections as backUpSectionsEndpoint,
  deleteBackup,
  downloadBackup,
  readBackups as readBackupsEndpoint,
  restoreBackup as restoreBackupEndpoint,
} from '@rehearse/contracts'
import { type App, principalOf, serve } from '@rehearse/service-kit'
import type { FastifyRequest } from 'fastify'
import type { ReadBackup } from '../backup-file.ts'
import type { ReadingThreads } from '../imports/reading-threads.ts'
import type { Db } from '../tables.ts'
import { withDryRun } from './repository.ts'
import { restoreBackup } from './restore-backup.ts'
import {
  backUpQuestion,
  backUpSections,
  deleteSectionBackup,
  readBackups,
  requireBackup,
  requireSection,
  toBackedUpQuestion,
} from './section-backups.ts'

const readFailures = new Map([
  ['stats', 'Failed to get backup statistics'],
  ['files', 'Failed to get backup files'],
  ['section', 'Failed to get section backup'],
  ['points', 'Failed to get section backup'],
])
const readFailure = ({ query }: FastifyRequest): string =>
  readFailures.get((query as { action?: string }).action ?? '') ?? 'Failed to get backup statistics'

/**
 * Routes that write, read, delete and restore the backups of sections.
 * @param kept restore points of each section
 */
export function backupRoutes(app: App, db: Db, threads: ReadingThreads, kept: number): void {
  const read: ReadBackup = (text) => threads.readBackup(text)
  serve(app, backUpQuestionEndpoint, { failureMessage: 'Failed to backup question' }, async (request) => {
    const question = toBackedUpQuestion(request.body)
    const written = await db
      .transaction()
      .execute((trx) => backUpQuestion(trx, question, { readBackup: read, kept }))
    return { success: true as const, message: 'Question backed up successfully', ...written }
  })

  serve(app, readBackupsEndpoint, { failureMessage: readFailure }, async (request) => ({
    success: true as const,
    data: await readBackups(db, request.query, read),
  }))

  serve(app, deleteBackup, { failureMessage: 'Failed to delete section backup' }, async (request) => {
    const section = requireSection(request.body.section)
    await db.transaction().execute((trx) => deleteSectionBackup(trx, section))
    return { success: true as const, message: 'Section backup deleted successfully' }
  })

  serve(app, backUpSectionsEndpoint, { failureMessage: 'Failed to backup question' }, async (request) => {
    const data = await backUpSections(db, request.body.section, kept)
    return { success: true as const, data, message: `${data.length} sections backed up` }
  })

  serve(app, downloadBackup, { failureMessage: 'Failed to get backup files' }, async (request, reply) => {
    const { name, content } = await requireBackup(db, requireSection(request.query.section))
    return reply
      .header('content-disposition', `attachment; filename="${name}"`)
      .type('application/json; charset=utf-8')
      .send(content)
  })

  serve(app, restoreBackupEndpoint, async (request) => {
    const { section, point, content, dryRun } = request.body
    const actor = principalOf(request).id
    const data = await withDryRun(db, dryRun, async (trx) => {
      const text = content ?? (await requireBackup(trx, requireSection(section), point)).content
      return restoreBackup(trx, await read(text), { actor, dryRun })
    })
    const { created, updated, undeleted, failed } = data
    const done = `${created} created, ${updated} updated, ${undeleted} undeleted, ${failed} failed`
    return { success: true as const, data, message: dryRun ? `Would be: ${done}` : `Restored: ${done}` }
  })
}
