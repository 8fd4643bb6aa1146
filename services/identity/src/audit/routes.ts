import { Readable } from 'node:stream'
import {
  type AuditEntry,
  type AuditFilter,
  BYTE_ORDER_MARK,
  csvRow,
  exportAudit,
  listAudit,
  paginate,
} from '@rehearse/contracts'
import { type App, serve } from '@rehearse/service-kit'
import type { FastifyReply } from 'fastify'
import type { Db } from '../tables.ts'
import { readAudit, walkAudit } from './repository.ts'

/** Routes that list the audit log, and export it as CSV. */
export function auditRoutes(app: App, db: Db): void {
  serve(app, listAudit, async (request) => {
    const { page, pageSize, ...filter } = request.query
    const { entries, totalCount } = await readAudit(db, filter, {
      limit: pageSize,
      offset: (page - 1) * pageSize,
    })
    return { success: true as const, data: entries, pagination: paginate(page, pageSize, totalCount) }
  })

  serve(app, exportAudit, async (request, reply) => {
    return sendFile(reply, printCsv(db, request.query)) as never
  })
}

function sendFile(reply: FastifyReply, text: AsyncIterable<string>): FastifyReply {
  const day = new Date().toISOString().slice(0, 10)
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="audit-log-${day}.csv"`)
    .header('cache-control', 'private, no-store')
    .send(Readable.from(text, { objectMode: false }))
}

const columns = [
  'at',
  'actor',
  'actorName',
  'role',
  'topic',
  'summary',
  'action',
  'target',
  'title',
  'details',
  'requestId',
] as const satisfies (keyof AuditEntry)[]

async function* printCsv(db: Db, filter: AuditFilter): AsyncGenerator<string, void, void> {
  yield BYTE_ORDER_MARK + csvRow(columns)
  for await (const entries of walkAudit(db, filter)) yield entries.map(toLine).join('')
}

const toLine = ({ details, ...entry }: AuditEntry): string => {
  const shown = { ...entry, details: JSON.stringify(details) }
  return csvRow(columns.map((column) => shown[column]))
}
