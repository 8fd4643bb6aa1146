import { Readable } from 'node:stream'
import { exportedFile, exportQuery, exportReportReply, type QuestionFormat } from '@rehearse/contracts'
import type { App } from '@rehearse/service-kit'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { filterOf } from '../listing/filter-of.ts'
import type { Db } from '../tables.ts'
import { matchingQuestions } from './matching-questions.ts'
import { printExport, reportExport } from './print-export.ts'

const files: Readonly<Record<QuestionFormat, { extension: string; type: string }>> = {
  json: { extension: 'json', type: 'application/json; charset=utf-8' },
  markdown: { extension: 'md', type: 'text/markdown; charset=utf-8' },
  gift: { extension: 'gift', type: 'text/plain; charset=utf-8' },
  aiken: { extension: 'aiken', type: 'text/plain; charset=utf-8' },
  'moodle-xml': { extension: 'xml', type: 'application/xml; charset=utf-8' },
}

/** What `format` and `report` lead to. */
const answers = {
  description: 'A file of the format, or the report',
  content: {
    'application/json': { schema: z.union([exportReportReply, exportedFile]) },
    'text/markdown': { schema: z.string() },
    'text/plain': { schema: z.string() },
    'application/xml': { schema: z.string() },
  },
}

/** Questions as a file, streamed; or what that file would lose. */
export function exportRoute(app: App, db: Db): void {
  app.get(
    '/api/questions/export',
    {
      config: { access: 'admin' },
      schema: {
        tags: ['questions'],
        summary:
          'Download questions as JSON, Markdown, GIFT, Aiken or Moodle XML; with report=true, what that would lose',
        description:
          'Answers with a file of the format, streamed as an attachment, and with report=true with a JSON report instead.',
        querystring: exportQuery,
        response: { 200: answers },
      },
    },
    async (request, reply) => {
      const { format, report, ...query } = request.query
      const questions = matchingQuestions(db, await filterOf(db, query, false))
      if (report) return { success: true as const, data: await reportExport(questions, format) }
      return sendFile(reply, format, printExport(questions, format))
    },
  )
}

function sendFile(reply: FastifyReply, format: QuestionFormat, text: AsyncIterable<string>): FastifyReply {
  const { extension, type } = files[format]
  const day = new Date().toISOString().slice(0, 10)
  return reply
    .type(type)
    .header('content-disposition', `attachment; filename="questions-${day}.${extension}"`)
    .header('cache-control', 'private, no-store')
    .send(Readable.from(text, { objectMode: false }))
}
