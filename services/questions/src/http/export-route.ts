import { Readable } from 'node:stream'
import { exportQuery, exportReportReply, type QuestionFormat } from '@rehearse/contracts'
import type { App } from '@rehearse/service-kit'
import type { FastifyReply } from 'fastify'
import type { Db } from '../db/tables.ts'
import { matchingQuestions } from '../exports/matching-questions.ts'
import { printExport, reportExport } from '../exports/print-export.ts'
import { filterOf } from '../questions/listing/question-filter.ts'

const files: Readonly<Record<QuestionFormat, { extension: string; type: string }>> = {
  json: { extension: 'json', type: 'application/json; charset=utf-8' },
  markdown: { extension: 'md', type: 'text/markdown; charset=utf-8' },
  gift: { extension: 'gift', type: 'text/plain; charset=utf-8' },
  aiken: { extension: 'aiken', type: 'text/plain; charset=utf-8' },
  'moodle-xml': { extension: 'xml', type: 'application/xml; charset=utf-8' },
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
        querystring: exportQuery,
        response: { 200: exportReportReply },
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
