import { Readable } from 'node:stream'
import { exportQuestions, type QuestionFormat } from '@rehearse/contracts'
import { type App, serve } from '@rehearse/service-kit'
import type { FastifyReply } from 'fastify'
import { matchingPositions, readAtPositions } from '../listing/queries.ts'
import type { QuestionFilter } from '../question-filter.ts'
import type { StoredQuestion } from '../questions/question.ts'
import { filterOf } from '../search/filter-of.ts'
import type { Db } from '../tables.ts'
import { printExport, reportExport } from './print-export.ts'

const files: Readonly<Record<QuestionFormat, { extension: string; type: string }>> = {
  json: { extension: 'json', type: 'application/json; charset=utf-8' },
  markdown: { extension: 'md', type: 'text/markdown; charset=utf-8' },
  gift: { extension: 'gift', type: 'text/plain; charset=utf-8' },
  aiken: { extension: 'aiken', type: 'text/plain; charset=utf-8' },
  'moodle-xml': { extension: 'xml', type: 'application/xml; charset=utf-8' },
}

/** Route that streams questions as a file, or reports what that file would lose. */
export function exportRoute(app: App, db: Db): void {
  serve(app, exportQuestions, async (request, reply) => {
    const { format, report, ...query } = request.query
    const questions = matchingQuestions(db, await filterOf(db, query, false))
    if (report) return { success: true as const, data: await reportExport(questions, format) }
    return sendFile(reply, format, printExport(questions, format))
  })
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

/** The number of questions in memory at a time. */
const batchSize = 100

/**
 * All questions that match at the start, in order of creation and in batches. No transaction stays open for a slow
 * client: questions changed meanwhile are exported in their new version, and deleted ones are skipped.
 */
async function* matchingQuestions(
  db: Db,
  filter: QuestionFilter | null,
): AsyncGenerator<StoredQuestion[], void, void> {
  if (filter === null) return
  const positions = await matchingPositions(db, filter)
  for (let start = 0; start < positions.length; start += batchSize) {
    yield await readAtPositions(db, positions.slice(start, start + batchSize))
  }
}
