import type { ImportResult, importReply, QuestionFormat } from '@rehearse/contracts'
import { adminApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'
import { IMPORT_PREVIEW, IMPORT_TIMEOUT } from '../../shared/constants.ts'

/** What is to be imported. Without a format the server tells it by the file's name and text. */
export interface Source {
  content: string
  format?: QuestionFormat
  fileName?: string
}

export interface Rehearsal {
  result: ImportResult
  /** Titles of the first few questions. */
  titles: { index: number; title: string }[]
}

/** Tries the import without storing anything. */
export async function rehearse(source: Source): Promise<Rehearsal> {
  const result = await callImport({ ...source, dryRun: true })
  return { result, titles: await firstTitles(source.content, result.format) }
}

/** Stores the good rows, each once however often this is sent under the same key. */
export const save = (source: Source, key: string): Promise<ImportResult> =>
  callImport({ ...source, dryRun: false }, { 'idempotency-key': key })

async function callImport(body: Source & { dryRun: boolean }, headers: Record<string, string> = {}) {
  const reply = await adminApi.post<Reply<typeof importReply>>('/api/questions/import', {
    body,
    headers,
    timeout: IMPORT_TIMEOUT,
  })
  return reply.data
}

/** Reads as far as the preview goes, with the server's own parser. */
async function firstTitles(content: string, format: QuestionFormat): Promise<Rehearsal['titles']> {
  // Before the schemas are built: compiling them is what our content security policy forbids.
  const { config } = await import('zod/v4/core')
  config({ jitless: true })
  const { parseQuestionsInChunks } = await import('@rehearse/question-formats')
  const titles: Rehearsal['titles'] = []
  for await (const { question } of parseQuestionsInChunks(content, format)) {
    if (question) titles.push({ index: question.index, title: question.row.title })
    if (titles.length === IMPORT_PREVIEW) break
  }
  return titles
}
