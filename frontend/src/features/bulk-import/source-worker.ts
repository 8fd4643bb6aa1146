import type { QuestionFormat } from '@rehearse/contracts'
import type { ReadQuestion } from '@rehearse/question-formats'
import type { ReadingOrder, ReadSource, SourceRow } from './source-rows.ts'
import { linesOf, sourceOf } from './source-rows.ts'

export type WorkerReply = 'ready' | { read: ReadSource } | { refused: string }

/** Parsing thousands of questions takes seconds: a worker keeps the page responsive. */
self.addEventListener('message', async ({ data }: MessageEvent<ReadingOrder>) => {
  let reply: WorkerReply
  try {
    reply = { read: await readSource(data) }
  } catch (error) {
    reply = { refused: error instanceof Error ? error.message : String(error) }
  }
  self.postMessage(reply)
})

// Messages sent before this would be lost: loading the modules may take a while.
self.postMessage('ready' satisfies WorkerReply)

/**
 * Parses a source with the server's own parser.
 * @throws {Error} with a message for the user if it can't be read as a whole
 */
export async function readSource({
  content,
  format: given,
  fileName,
  section,
}: ReadingOrder): Promise<ReadSource> {
  // Before the schemas are created: compiling them would violate our Content Security Policy.
  const { config } = await import('zod/v4/core')
  config({ jitless: true })
  const { detectFormat, parseQuestionsInChunks } = await import('@rehearse/question-formats')
  const format = given ?? detectFormat(content, fileName)
  const reads: ReadQuestion[] = []
  for await (const read of parseQuestionsInChunks(content, format, section ? { section } : {}))
    reads.push(read)
  return { format, rows: toRows(content, format, reads) }
}

function toRows(content: string, format: QuestionFormat, reads: readonly ReadQuestion[]): SourceRow[] {
  const places = reads.map(({ question, error }) => question?.line ?? error?.line)
  const textOf = sourceOf(linesOf(content), format, content, places)
  return reads.map(({ question, error, warnings }, index): SourceRow => {
    const line = places[index]
    return {
      index: question?.index ?? error?.index ?? index,
      ...(line !== undefined && { line }),
      title: question?.row.title ?? error?.title ?? '',
      source: textOf(index),
      ...(question && { question: question.row }),
      ...(error && { error: error.message }),
      warnings: warnings.map(({ message }) => message),
    }
  })
}
