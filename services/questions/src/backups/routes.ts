import {
  BODY_LIMIT,
  backupDeleteInput,
  backupDownloadQuery,
  backupInput,
  backupQuery,
  backupReadReply,
  backupSectionsInput,
  backupSectionsReply,
  backupWrittenReply,
  DomainError,
  IMPORT_BODY_LIMIT,
  messageReply,
  restoreInput,
  restoreReply,
} from '@rehearse/contracts'
import { type App, principalOf } from '@rehearse/service-kit'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ReadingThreads } from '../imports/reading-threads.ts'
import type { Db } from '../tables.ts'
import type { ReadBackup } from './backup-file.ts'
import { withDryRun } from './repository.ts'
import { restoreBackup } from './restore-backup.ts'
import {
  backUpQuestion,
  backUpSections,
  deleteSectionBackup,
  readBackups,
  requireBackup,
  toBackedUpQuestion,
} from './section-backups.ts'

const tags = ['backups']
const address = '/api/admin/backup'
const config = { access: 'admin' } as const

const readFailures = new Map([
  ['stats', 'Failed to get backup statistics'],
  ['files', 'Failed to get backup files'],
  ['section', 'Failed to get section backup'],
])
const readFailure = ({ query }: FastifyRequest): string =>
  readFailures.get((query as { action?: string }).action ?? '') ?? 'Failed to get backup statistics'

/** Backups of questions by section: writing, reading and deleting them, and restoring from them. */
export function backupRoutes(app: App, db: Db, threads: ReadingThreads): void {
  const read: ReadBackup = (text) => threads.readBackup(text)
  app.post(
    address,
    {
      bodyLimit: BODY_LIMIT,
      config: { ...config, failureMessage: 'Failed to backup question' },
      schema: {
        tags,
        summary: "Put a question into its section's backup",
        body: backupInput,
        response: { 200: backupWrittenReply },
      },
    },
    async (request) => {
      const question = toBackedUpQuestion(request.body)
      const written = await db.transaction().execute((trx) => backUpQuestion(trx, question, read))
      return { success: true as const, message: 'Question backed up successfully', ...written }
    },
  )

  app.get(
    address,
    {
      config: { ...config, failureMessage: readFailure },
      schema: {
        tags,
        summary: 'Backups: action=stats, action=files, or action=section with its section',
        querystring: backupQuery,
        response: { 200: backupReadReply },
      },
    },
    async (request) => ({ success: true as const, data: await readBackups(db, request.query, read) }),
  )

  app.delete(
    address,
    {
      config: { ...config, failureMessage: 'Failed to delete section backup' },
      schema: {
        tags,
        summary: 'Delete the backup of a section',
        body: backupDeleteInput,
        response: { 200: messageReply },
      },
    },
    async (request) => {
      const section = requireSection(request.body.section)
      await db.transaction().execute((trx) => deleteSectionBackup(trx, section))
      return { success: true as const, message: 'Section backup deleted successfully' }
    },
  )

  app.post(
    `${address}/sections`,
    {
      config: { ...config, failureMessage: 'Failed to backup question' },
      schema: {
        tags,
        summary: 'Back up one section of the bank, or all',
        body: backupSectionsInput,
        response: { 200: backupSectionsReply },
      },
    },
    async (request) => {
      const data = await backUpSections(db, request.body.section)
      return { success: true as const, data, message: `${data.length} sections backed up` }
    },
  )

  app.get(
    `${address}/download`,
    {
      config: { ...config, failureMessage: 'Failed to get backup files' },
      schema: {
        tags,
        summary: 'The backup of a section, as a file',
        querystring: backupDownloadQuery,
        response: { 200: z.string() },
      },
    },
    async (request, reply) => {
      const { name, content } = await requireBackup(db, requireSection(request.query.section))
      return reply
        .header('content-disposition', `attachment; filename="${name}"`)
        .type('application/json; charset=utf-8')
        .send(content)
    },
  )

  app.post(
    `${address}/restore`,
    {
      config,
      bodyLimit: IMPORT_BODY_LIMIT,
      schema: {
        tags,
        summary: 'Restore a stored or a downloaded backup; shows what would change unless dryRun is false',
        body: restoreInput,
        response: { 200: restoreReply },
      },
    },
    async (request) => {
      const { section, content, dryRun } = request.body
      const actor = principalOf(request).id
      const data = await withDryRun(db, dryRun, async (trx) => {
        const text = content ?? (await requireBackup(trx, requireSection(section))).content
        return restoreBackup(trx, await read(text), { actor, dryRun })
      })
      const { created, updated, undeleted, failed } = data
      const done = `${created} created, ${updated} updated, ${undeleted} undeleted, ${failed} failed`
      return { success: true as const, data, message: dryRun ? `Would be: ${done}` : `Restored: ${done}` }
    },
  )
}

function requireSection(section: string | undefined): string {
  if (section === undefined || section.trim() === '') {
    throw invalid('section_required', 'Section parameter required')
  }
  return section
}

const invalid = (code: string, message: string) => new DomainError({ kind: 'invalid', code, message })
