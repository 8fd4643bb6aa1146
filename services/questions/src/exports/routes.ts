import { Readable } from 'node:stream'
import { type ExportReport, exportQuestions, type QuestionFormat } from '@rehearse/contracts'
import { type App, serve } from '@rehearse/service-kit'
import type { FastifyReply } from 'fastify'
import { matchingPositions, readAtPositions } from '../listing/queries.ts'
import type { QuestionFilter } from '../question-filter.ts'
import { type StoredQuestion, toVersion } from '../questions/question.ts'
import { filterOf } from '../search/filter-of.ts'
import type { Db } from '../tables.ts'
import { printFile } from './printing-thread.ts'

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
    const questions = matchingQuestions(db, await filterOf(db, query, { openOnly: false }))
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

/** The number of characters per chunk. */
const CHUNK = 64 * 1024
/** How many questions are listed per kind of loss. */
const EXAMPLES = 5

/** Generates a file of questions in chunks. */
async function* printExport(
  batches: AsyncIterable<readonly StoredQuestion[]>,
  format: QuestionFormat,
): AsyncGenerator<string, void, void> {
  const printer = printFile(format)
  try {
    let text = printer.open
    for await (const questions of batches) {
      const printed = await printer.print(questions.map((one) => ({ id: one.id, ...toVersion(one) })))
      for (const piece of printed) text += piece.text
      if (text.length < CHUNK) continue
      yield text
      text = ''
    }
    yield text + printer.close
  } finally {
    printer.end()
  }
}

/** The losses in such a file by kind, most frequent first. */
async function reportExport(
  batches: AsyncIterable<readonly StoredQuestion[]>,
  format: QuestionFormat,
): Promise<ExportReport> {
  const printer = printFile(format)
  const losses = new Map<string, ExportReport['losses'][number]>()
  const count = ({ id, title }: StoredQuestion, message: string) => {
    const loss = kindOf(message)
    const known = losses.get(loss) ?? { loss, count: 0, examples: [] }
    known.count++
    if (known.examples.length < EXAMPLES) known.examples.push({ id, title })
    losses.set(loss, known)
  }
  let all = 0
  let leftOut = 0
  try {
    for await (const questions of batches) {
      const pieces = await printer.print(questions.map(toVersion))
      for (const [position, question] of questions.entries()) {
        all++
        if (pieces[position]?.text === '') leftOut++
        for (const message of pieces[position]?.losses ?? []) count(question, message)
      }
    }
  } finally {
    printer.end()
  }
  return {
    questions: all,
    leftOut,
    losses: [...losses.values()].sort((one, other) => other.count - one.count),
  }
}

/** The message without the question's number and the lost value, to group losses by kind. */
const kindOf = (message: string) =>
  message.replace(/^Question \d+: /, '').replace(/^(\w+) .* is not kept$/s, '$1 is not kept')
