import { randomUUID } from 'node:crypto'
import type { ImportResult, OnDuplicate, QuestionFormat } from '@rehearse/contracts'
import { principalOf } from '@rehearse/service-kit'
import type { FastifyRequest } from 'fastify'
import { once } from '../edits/with-idempotency.ts'
import type { Db } from '../tables.ts'
import { importQuestions, rehearseImport } from './import-questions.ts'
import { oneAtATime } from './one-at-a-time.ts'
import type { ReadSource } from './reading-threads.ts'
import { trackImport } from './track-import.ts'

/** What both ways to import have in common. */
export interface RequestedImport {
  format: QuestionFormat
  /** Where the questions came from, as far as the admin says. */
  source: string
  dryRun: boolean
  onDuplicate: OnDuplicate
  batchId?: string | undefined
  read(onRead: (done: number) => void): Promise<ReadSource>
}

/** Answers requests to import, which take turns. */
export function importAnswerer(db: Db) {
  const inTurn = oneAtATime()

  return async (request: FastifyRequest, wanted: RequestedImport) => {
    const actor = principalOf(request).id
    const { format, source, dryRun, onDuplicate } = wanted
    const batchId = wanted.batchId ?? randomUUID()
    const header = request.headers['idempotency-key']
    const key = typeof header === 'string' ? header : wanted.batchId
    return trackImport(db, { batchId, source, format, actor, dryRun }, request.log, async (progress) => {
      const read = await wanted.read(progress.reading)
      const total = read.rows.length
      const onStored = (done: number) => progress.storing(done, total)
      const given = { batchId, read, format, source, actor, onDuplicate, onStored }
      progress.waiting(total)
      if (dryRun) return parsed(await inTurn(() => rehearseImport(db, given)))
      return inTurn(() =>
        once(db, { actor, key, request: ['import', onDuplicate, read.digest] }, async (trx) =>
          imported(await importQuestions(trx, given)),
        ),
      )
    })
  }
}

export type ImportAnswerer = ReturnType<typeof importAnswerer>

const imported = (data: ImportResult) => {
  const { success, failed, skipped, errors } = data
  const message =
    success + skipped === 0 && failed > 0
      ? `Failed to import questions: ${joined(errors)}`
      : `${success} questions added successfully! ${failed} failed.`
  return { success: true as const, data, message }
}

const formatNames: Readonly<Record<QuestionFormat, string>> = {
  json: 'JSON',
  markdown: 'Markdown',
  gift: 'GIFT',
  aiken: 'Aiken',
  'moodle-xml': 'Moodle XML',
}

/** In a dry run nothing is added: it has the texts for what was only parsed. */
const parsed = (data: ImportResult) => {
  const { success, failed, skipped, errors, format } = data
  const name = formatNames[format]
  const message =
    success + skipped === 0 && failed > 0
      ? `${name} parsing errors: ${joined(errors)}`
      : `Successfully parsed ${success + skipped} questions from ${name}!`
  return { success: true as const, data, message }
}

const joined = (errors: ImportResult['errors']) => errors.map(({ error }) => error).join(', ')
